// The stores of docs/stores.md: each block of code that begins with the name of a file becomes that file.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const page = new URL("../../../docs/stores.md", import.meta.url);
const folder = new URL("../documented/", import.meta.url);

/** Writes the files, and returns their URLs by name. */
export function writeDocumented() {
  mkdirSync(folder, { recursive: true });
  const blocks = readFileSync(page, "utf8").matchAll(/^```js\n\/\/ (\S+)\n.*?^```/gms);
  const files = [...blocks].map(([block, name]) => {
    const file = new URL(name, folder);
    writeFileSync(file, block.split("\n").slice(1, -1).join("\n") + "\n");
    return [name, file.href];
  });
  return Object.fromEntries(files);
}
