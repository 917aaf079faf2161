// Runs the installed command: in this process, or in a process of its own where only a process can show the behaviour.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { builtIns } from "./generated/formats.mjs";
import { run } from "../node_modules/flakekit/command.js";
import { allFormats } from "./shared.mjs";

/** The script that npm links as the command. */
export const cli = fileURLToPath(new URL("../node_modules/flakekit/cli.js", import.meta.url));

/** How many bytes arrive from a pipe at a time. */
const PIECE = 65_536;

/** An input in pieces of `size` bytes. */
export async function* inPieces(input, size = PIECE) {
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Runs the command in this process to its end. `given` replaces parts of the process that the command gets. */
export async function flakekit(args, input = "", given = {}) {
  const [output, messages] = [[], []];
  const code = await run(args, {
    stdin: { isTTY: false, bytes: inPieces(input) },
    stdout: { isTTY: false, write: async (text) => void output.push(text) },
    stderr: { isTTY: false, write: (text) => void messages.push(text) },
    env: {},
    platform: "linux",
    descriptors: () => undefined,
    untilSignal: () => new Promise(() => undefined),
    ...given,
  });
  return outcome(code, output.join(""), messages.join(""));
}

/**
 * Starts the command in a process of its own. If `descriptors` is given, the process can open this many files and
 * sockets.
 */
export function start(args, { execArgv = [], descriptors, ...options } = {}) {
  const command = [process.execPath, ...execArgv, cli, ...args];
  if (descriptors !== undefined) command.unshift("sh", "-c", `ulimit -n ${descriptors}; exec "$0" "$@"`);
  return spawn(command[0], command.slice(1), { stdio: "pipe", ...options });
}

/** Waits for the end of a process of the command. */
export async function ended(child) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return outcome(code, stdout, stderr);
}

function outcome(code, stdout, stderr) {
  return { code, stdout, stderr, complaints: linesOf(stderr), lines: linesOf(stdout) };
}

/** The lines of a text in which each line has an end. */
export const linesOf = (text) => text.split("\n").slice(0, -1);

/** A name as the command writes it: `snowflakeSI` is `snowflake-si`, and `workerId` is `worker-id`. */
export const dashed = (name) => name.replace(/(?<![A-Z])[A-Z]/g, "-$&").toLowerCase();

/** The arguments of `new` for each format, also by its alias. */
export const newArguments = allFormats.flatMap(([format, nodes]) => {
  const { alias, hasEpoch } = builtIns.find(({ name }) => name === format.name);
  const options = Object.entries(nodes).flatMap(([name, number]) => [`--${dashed(name)}`, String(number)]);
  if (!hasEpoch) options.push("--epoch", "2024-01-01");
  return [format.name, alias].filter(Boolean).map((name) => [format, nodes, [dashed(name), ...options]]);
});
