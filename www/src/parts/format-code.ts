// Code that makes the format that is shown, and its generator.

import type { AnyFormatWithEpoch } from "flakekit";
import { usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM, EPOCH, customFields, totalOf, widthsOf } from "../formats/custom.ts";
import { generatorInputOf } from "../formats/inputs.ts";

/** Returns the lines that import or define a format, and the expression that stands for it. */
export function formatCode(name: string, params: URLSearchParams): { lines: string[]; format: string } {
  const epoch = JSON.stringify(params.get("epoch") ?? EPOCH);
  if (name === CUSTOM) return { lines: customCode(params, epoch), format: "format" };
  const lines = [`import { ${name} } from "flakekit";`, ""];
  if (!usesEpochParam(name)) return { lines, format: name };
  return { lines: [...lines, `const format = ${name}.with({ epoch: ${epoch} });`], format: "format" };
}

/** Returns the lines that make a generator `ids`, and the argument of its methods: the metadata, if the format has some. */
export function generatorCode(
  format: AnyFormatWithEpoch,
  params: URLSearchParams,
  policy: Record<string, string | number> = {},
): { lines: string[]; metadata: string } {
  const { lines, format: expression } = formatCode(format.name, params);
  const { nodes, meta } = generatorInputOf(format, params);
  const options = Object.entries({ ...nodes, ...policy }).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const argument = options.length > 0 ? `{ ${options.join(", ")} }` : "";
  return { lines: [...lines, `const ids = ${expression}.generator(${argument});`], metadata: meta ? String(meta) : "" };
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
