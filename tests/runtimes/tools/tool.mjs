// Runs the tools of this folder's npm packages.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/run.mjs";

/** Runs a tool by the name of its npm package; resolves to its output. `node` are options of Node. */
export function runTool({ folder }, name, args, { node = [], ...options } = {}) {
  const { bin } = description(folder, name);
  const program = join(folder, "node_modules", name, typeof bin === "string" ? bin : Object.values(bin)[0]);
  return run(process.execPath, [...node, program, ...args], { quiet: true, cwd: folder, ...options });
}

/** The version of a tool, from its package.json. */
export function versionOf({ folder }, name) {
  return description(folder, name).version;
}

function description(folder, name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
}
