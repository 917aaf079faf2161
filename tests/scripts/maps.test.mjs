// scripts/maps.mjs: positions in minified bundles, in terms of their sources.

import assert from "node:assert/strict";
import { SourceMap } from "node:module";
import { test } from "node:test";
import { transform } from "esbuild";
import { minify } from "../../scripts/bundle.mjs";

/** A module whose minified line is broken, and whose template gets line breaks. */
const SOURCE = `
export const text = (name: string) => \`first \${name}\\nsecond\\nthird\`;
export const list = [${Array.from({ length: 300 }, (_, i) => `"entry ${i}"`).join(", ")}];

export function refuse(id: string) {
  throw new RangeError("refused: " + id);
}
`;

test("the map of a minified module leads from each place that throws to the line of its source", async () => {
  const { code, map } = await transform(SOURCE, { loader: "ts", sourcefile: "refuse.ts", sourcemap: "external" });
  const minified = await minify(code, map);
  assert.ok(minified.code.split("\n").length > 5);
  const lines = minified.code.split("\n");
  const line = lines.findIndex((one) => one.includes("new RangeError"));
  const entry = new SourceMap(minified.map).findEntry(line, lines[line].indexOf("new RangeError"));
  const { originalSource, originalLine, originalColumn } = entry;
  assert.equal(originalSource, "refuse.ts");
  assert.ok(SOURCE.split("\n")[originalLine].slice(originalColumn).startsWith("new RangeError"));
});

test("without a map of the bundle there is none", async () => {
  assert.equal((await minify("export const one = 1;")).map, undefined);
});
