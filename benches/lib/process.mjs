// Runs each measurement in a separate process, so that measurements do not affect each other.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const benches = fileURLToPath(new URL("..", import.meta.url));

const { devDependencies } = JSON.parse(readFileSync(join(benches, "package.json"), "utf8"));

/**
 * The versions of Node to measure on, which are dependencies of this folder. Tables of one version have the first one.
 */
export const nodes = ["node24", "node26"].map((name) => ({
  version: devDependencies[name].split("@").at(-1),
  command: join(benches, "node_modules", name, "bin", "node"),
}));

/** Runs a program and returns its output, parsed as JSON. */
export function measureIn(program, args = [], { node = nodes[0].command, flags = ["--expose-gc"] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...flags, join(benches, "programs", program), ...args.map(String)], {
      cwd: benches,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${program} ${args.join(" ")} exited with ${code}`));
    });
  });
}
