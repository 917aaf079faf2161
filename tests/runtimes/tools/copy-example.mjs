import { cpSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";

/** Copies an example into the project, into a folder with a name of its own for each row; returns the folder. */
export function copyExample({ folder }, name, as = name) {
  const example = join(folder, "examples", as);
  cpSync(join(root, "examples", name), example, { recursive: true });
  return example;
}
