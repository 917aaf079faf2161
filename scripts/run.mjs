// Runs the project's tools, and prints what is being done.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { forgetProcess, guardProcess } from "./guard.mjs";
import { isInSuite, showStep, write } from "./output.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const tools = join(root, ".tools");

const path = [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);

/** A command that could not be run or that failed. Its message is printed without a stack. */
export class CommandError extends Error {}

/**
 * Starts a program of .tools/bin, of the workspace's npm packages or of the PATH, or at a path.
 *
 * npm and the tools that it installs are .cmd files on Windows. Only a shell starts such files, and the shell needs
 * quotes.
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

/** The processes that `run` has started and that have not ended. */
const running = new Set();

let isEnding = false;

/**
 * Runs a command, in the repository's root by default. With `quiet`, resolves to its output, which is printed only if
 * the command fails, and passes each part of it to `onOutput`; otherwise the output is printed as it comes.
 */
export function run(command, args, { quiet = false, cwd = root, env = {}, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    if (isEnding) throw new CommandError(`${command} is not started, because the run ends`);
    // In a suite, each command leads a group of processes, so that `endAll` reaches the processes that the command
    // starts.
    const detached = isInSuite() && process.platform !== "win32";
    const isPiped = quiet || onOutput !== undefined || isInSuite();
    const child = start(command, args, {
      cwd,
      stdio: ["ignore", ...Array(2).fill(isPiped ? "pipe" : "inherit")],
      env,
      detached,
    });
    if (child.pid !== undefined) {
      running.add(child);
      // The group is also ended when this process ends, because the group does not get the signals of the terminal.
      if (detached) guardProcess(-child.pid, "SIGTERM");
    }
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        if (!quiet) write(text);
        else output += text;
        onOutput?.(text);
      });
    }
    const line = [command, ...args].join(" ");
    child.on("error", (error) => reject(new CommandError(`${line}: ${error.message}`)));
    child.on("close", (code) => {
      running.delete(child);
      if (detached && child.pid !== undefined) forgetProcess(-child.pid);
      if (code === 0) resolve(output);
      else reject(new CommandError(`${line} failed (exit ${code})${output && `:\n${output}`}`));
    });
  });
}

/** How long commands may take to end by a signal, in ms. */
const END_MS = 5_000;

/**
 * Ends all commands that `run` has started, and the processes that they have started. Resolves when the commands have ended.
 * Afterwards `run` starts nothing.
 */
export async function endAll() {
  isEnding = true;
  const children = [...running];
  const ended = Promise.all(children.map((child) => once(child, "close")));
  for (const child of children) end(child, "SIGTERM");
  setTimeout(() => {
    for (const child of running) end(child, "SIGKILL");
  }, END_MS).unref();
  await ended;
}

function end({ pid }, signal) {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch (error) {
      // The process leads no group, or has ended.
      if (error.code !== "ESRCH") throw error;
    }
  }
}

/**
 * Does one step and prints a line about it: the seconds, the name, and the text that `work` resolves to. `work` gets a
 * function that takes its progress.
 */
export async function step(name, work) {
  const begin = performance.now();
  const shown = showStep(name);
  let line = `failed    ${name}`;
  try {
    const outcome = await work(shown.progress);
    line = `${secondsSince(begin).padStart(6)} s  ${name}${outcome ? `: ${outcome}` : ""}`;
  } finally {
    shown.end();
    write(`${line}\n`);
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
