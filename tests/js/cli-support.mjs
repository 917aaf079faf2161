// Runs the installed command.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtIns } from "./generated/formats.mjs";
import { allFormats } from "./support.mjs";

export const command = fileURLToPath(new URL("node_modules/.bin/flakekit", import.meta.url));

/** Runs the command to its end. */
export function flakekit(args, input, env = {}) {
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 30, env: { ...process.env, ...env } };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      const complaints = stderr.split("\n").slice(0, -1);
      resolve({ code: error?.code ?? 0, stdout, stderr, complaints, lines: stdout.split("\n").slice(0, -1) });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** A name as the command writes it: `snowflakeSI` is `snowflake-si`, and `workerId` is `worker-id`. */
export const dashed = (name) => name.replace(/(?<![A-Z])[A-Z]/g, "-$&").toLowerCase();

/** The arguments of `new` for each format, also by its alias. */
export const newArguments = allFormats.flatMap(([format, nodes]) => {
  const { alias, hasEpoch } = builtIns.find(({ name }) => name === format.name);
  const options = Object.entries(nodes).flatMap(([name, number]) => [`--${dashed(name)}`, String(number)]);
  if (!hasEpoch) options.push("--epoch", "2024-01-01");
  return [format.name, alias].filter(Boolean).map((name) => [format, nodes, [dashed(name), ...options]]);
});
