import { cpSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";

/** Copies an example into the project; returns its folder. */
export function copyExample({ folder }, name) {
  const example = join(folder, "examples", name);
  cpSync(join(root, "examples", name), example, { recursive: true });
  return example;
}
