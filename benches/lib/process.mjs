// Runs each measurement in a separate process, so that measurements do not affect each other.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const benches = fileURLToPath(new URL("..", import.meta.url));

/** The versions of Node to measure on: the current one and the newest one. */
export const nodes = [
  { name: `Node ${process.versions.node}`, command: process.execPath },
  { name: "the newest Node", command: join(benches, "node_modules", "node26", "bin", "node") },
];

/** Runs a program and returns its output, parsed as JSON. */
export function measureIn(program, args = [], { node = process.execPath, flags = ["--expose-gc"] } = {}) {
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
