// Measuring in processes of their own, so that no measurement warms up or spoils another.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const benches = fileURLToPath(new URL("..", import.meta.url));

/** The Nodes to measure on: the one that runs this, and the newest. */
export const nodes = [
  { name: `Node ${process.versions.node}`, command: process.execPath },
  { name: "the newest Node", command: join(benches, "node_modules", "node26", "bin", "node") },
];

/** Runs a program and resolves to what it printed, read as JSON. */
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
