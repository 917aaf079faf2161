// Code that makes the format that is shown.

import { usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM, EPOCH, customFields, totalOf, widthsOf } from "../formats/custom.ts";

/** Returns the lines that import or define a format, and the expression that stands for it. */
export function formatCode(name: string, params: URLSearchParams): { lines: string[]; format: string } {
  const epoch = JSON.stringify(params.get("epoch") ?? EPOCH);
  if (name === CUSTOM) return { lines: customCode(params, epoch), format: "format" };
  const lines = [`import { ${name} } from "flakekit";`, ""];
  if (!usesEpochParam(name)) return { lines, format: name };
  return { lines: [...lines, `const format = ${name}.with({ epoch: ${epoch} });`], format: "format" };
}

function customCode(params: URLSearchParams, epoch: string): string[] {
  const widths = widthsOf(params.get("layout"));
  const bits = totalOf(widths);
  const unit = params.get("unit") ?? "1";
  const fields = customFields(widths).map(({ kind, bits, ...rest }) => {
    const name = "name" in rest ? `, name: "${rest.name}"` : "";
    return `    { kind: "${kind}"${name}, bits: ${bits} },`;
  });
  return [
    'import { defineFormat } from "flakekit";',
    "",
    "const format = defineFormat({",
    `  name: "${CUSTOM}",`,
    `  bits: ${bits},`,
    `  unit: ${unit},`,
    `  epoch: ${epoch},`,
    ...(bits <= 53 ? ['  native: "number",'] : []),
    "  fields: [",
    ...fields,
    "  ],",
    "});",
  ];
}
