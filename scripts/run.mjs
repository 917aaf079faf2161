// Runs the project's tools, and prints what is being done.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const tools = join(root, ".tools");

const path = [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);

/** A command that could not be run or that failed. Its message is printed without a stack. */
export class CommandError extends Error {}

/**
 * Starts a program: one of .tools/bin, of the workspace's npm packages or of the PATH, or a path.
 *
 * npm and the tools that it installs are .cmd files on Windows. Only a shell starts these, and it needs quotes.
 */
export function start(command, args, { env = {}, ...options } = {}) {
  const environment = { ...process.env, PATH: path, ...env };
  const script = process.platform === "win32" ? windowsScript(command) : undefined;
  if (script === undefined) return spawn(command, args, { ...options, env: environment });
  return spawn([script, ...args].map(quoteForCmd).join(" "), { ...options, env: environment, shell: true });
}

function windowsScript(command) {
  const name = `${command}.cmd`;
  return [name, ...path.split(delimiter).map((folder) => join(folder, name))].find(existsSync);
}

/** An argument as cmd.exe and the program that it starts read it. */
export function quoteForCmd(argument) {
  return /^[\w./\\:=@+,-]+$/.test(argument) ? argument : `"${argument.replaceAll('"', '\\"')}"`;
}

/**
 * Runs a command, in the repository's root by default. With `quiet`, resolves to its output, which is printed only if
 * the command fails, and passes each part of it to `onOutput`; otherwise the output is printed as it comes.
 */
export function run(command, args, { quiet = false, cwd = root, env = {}, onOutput = () => undefined } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
    const child = start(command, args, { cwd, stdio, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
        onOutput(text);
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

/** How often the progress of a step is printed where there is no terminal, in ms. */
const PROGRESS_MS = 15_000;

/** Erases the line of a terminal in which the cursor is. */
const ERASE = "\r\x1b[K";

/**
 * Does one step and prints a line about it: the seconds, the name, and the text that `work` resolves to. `work` gets a
 * function that prints how far it is: in the step's line on a terminal, elsewhere as a line of its own every 15 s.
 */
export async function step(name, work) {
  const begin = performance.now();
  const tty = process.stderr.isTTY;
  let due = begin;
  const progress = (text) => {
    if (!tty && performance.now() < due) return;
    due = performance.now() + PROGRESS_MS;
    process.stderr.write(tty ? `${ERASE}      …  ${name}: ${text}` : `      …  ${name}: ${text}\n`);
  };
  if (tty) process.stderr.write(`      …  ${name}`);
  try {
    const outcome = await work(progress);
    if (tty) process.stderr.write(ERASE);
    console.error(`${secondsSince(begin).padStart(6)} s  ${name}${outcome ? `: ${outcome}` : ""}`);
  } catch (error) {
    if (tty) process.stderr.write(ERASE);
    console.error(`failed    ${name}`);
    throw error;
  }
}

/** The seconds since a reading of `performance.now()`, with one decimal. */
export function secondsSince(begin) {
  return ((performance.now() - begin) / 1000).toFixed(1);
}

/** Runs a script's main function, and sets the exit code to 1 if it throws. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
