// Running the tools of the workshop: where they are found, and what is said while they work.

import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const tools = join(root, ".tools");

const path = [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);

/** A command that could not be run or that failed. */
export class CommandError extends Error {}

/**
 * Runs a command in the workshop's root. With `quiet`, resolves to what it printed, and shows that
 * only when it fails; otherwise its output goes straight through.
 */
export function run(command, args, { quiet = false, cwd = root, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
    const child = spawn(command, args, {
      cwd,
      stdio,
      env: { ...process.env, PATH: path, ...env },
      // npm is a .cmd on Windows, which only a shell can start.
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    const line = [command, ...args].join(" ");
    child.on("error", (error) => reject(new CommandError(`${line}: ${error.message}`)));
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new CommandError(`${line} failed (exit ${code})${output && `:\n${output}`}`));
    });
  });
}

/** Does one step and prints a line about it: what, the seconds it took, and what came of it. */
export async function step(name, work) {
  const start = performance.now();
  const tty = process.stderr.isTTY;
  if (tty) process.stderr.write(`      …  ${name}`);
  try {
    const outcome = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
    if (tty) process.stderr.write("\r");
    console.error(`${seconds} s  ${name}${outcome ? `: ${outcome}` : ""}`);
  } catch (error) {
    if (tty) process.stderr.write("\r");
    console.error(`failed    ${name}`);
    throw error;
  }
}

/** Runs a script's main function; errors of commands are told without a stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
