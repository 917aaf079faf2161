// Code that makes the format that is shown, and its generator.

import type { AnyFormatWithEpoch } from "flakekit";
import { usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM, EPOCH, customFields, totalOf, widthsOf } from "../formats/custom.ts";
import { generatorInputOf } from "../formats/inputs.ts";

/**
 * Returns the lines that import or define a format, and the expression that stands for it.
 *
 * @param uses - the functions that the code imports besides
 */
export function formatCode(
  name: string,
  params: URLSearchParams,
  uses: readonly string[] = [],
): { lines: string[]; format: string } {
  const epoch = JSON.stringify(params.get("epoch") ?? EPOCH);
  if (name === CUSTOM) return { lines: customCode(params, epoch, uses), format: "format" };
  if (!usesEpochParam(name)) return { lines: [importOf(name, ...uses), ""], format: name };
  const lines = [
    importOf(name, "withOptions", ...uses),
    "",
    `const format = withOptions(${name}, { epoch: ${epoch} });`,
  ];
  return { lines, format: "format" };
}

const importOf = (...names: string[]): string => `import { ${names.sort().join(", ")} } from "flakekit";`;

/**
 * Returns the lines that make a generator `ids`, and the argument of its methods: the metadata, if the format has
 * metadata.
 *
 * @param uses - the functions that the code imports besides
 */
export function generatorCode(
  format: AnyFormatWithEpoch,
  params: URLSearchParams,
  policy: Record<string, string | number> = {},
  uses: readonly string[] = [],
): { lines: string[]; metadata: string } {
  const { lines, format: expression } = formatCode(format.name, params, ["generator", ...uses]);
  const { nodes, meta } = generatorInputOf(format, params);
  const options = Object.entries({ ...nodes, ...policy }).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const given = options.length > 0 ? `${expression}, { ${options.join(", ")} }` : expression;
  return { lines: [...lines, `const ids = generator(${given});`], metadata: meta ? String(meta) : "" };
}

function customCode(params: URLSearchParams, epoch: string, uses: readonly string[]): string[] {
  const widths = widthsOf(params.get("layout"));
  const bits = totalOf(widths);
  const unit = params.get("unit") ?? "1";
  const fields = customFields(widths).map(({ kind, bits, ...rest }) => {
    const name = "name" in rest ? `, name: "${rest.name}"` : "";
    return `    { kind: "${kind}"${name}, bits: ${bits} },`;
  });
  return [
    importOf("defineFormat", ...uses),
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
