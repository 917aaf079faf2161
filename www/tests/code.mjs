// Runs code that the page shows.

import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Runs code as a module beside the page's packages, and resolves to its exports: `name`, or the value of its last line. */
export async function runCode(code, name) {
  const folder = await mkdtemp(fileURLToPath(new URL("../node_modules/.code-", import.meta.url)));
  try {
    const lines = code.trimEnd().split("\n");
    const end = name ? `export { ${name} };` : `export const value = ${lines.pop()}`;
    const file = join(folder, "code.mjs");
    writeFileSync(file, [...lines, end].join("\n"));
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
