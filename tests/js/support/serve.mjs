// Starts servers of the installed command, and asks them.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { flakekit, start } from "./cli.mjs";
import { temporaryDirectory } from "./temporary.mjs";
import { installed } from "./project.mjs";

/** Starts a server in this process; resolves when it listens. It ends with the test, or when `end` is called. */
export function serve(context, ...args) {
  return serveIn(context, {}, ...args);
}

/** Starts a server in this process. `given` replaces parts of the process that the command gets. */
export async function serveIn(context, given, ...args) {
  const events = new EventEmitter();
  const messages = [];
  const write = (text) => {
    messages.push(text);
    events.emit("message", text);
  };
  const ended = flakekit(["serve", "--port", "0", ...args], "", {
    stderr: { isTTY: false, write },
    untilSignal: async () => (await once(events, "signal"))[0],
    ...given,
  });
  const end = () => {
    events.emit("signal", "SIGTERM");
    return ended;
  };
  context.after(end);
  const message = await Promise.race([once(events, "message"), ended]);
  const [url] = String(message).match(/http:\/\/[^/]+/) ?? assert.fail(String(message));
  return { url, port: Number(new URL(url).port), messages, end };
}

/**
 * Windows has no signals: `kill` ends a process at once. On Windows, a module in the server turns messages into
 * signals.
 */
export const isWindows = process.platform === "win32";
const RECEIVER = `data:text/javascript,${encodeURIComponent("process.once('message', (name) => process.emit(name))")}`;

/** Starts a server in a process of its own; resolves when it listens. It is killed with the test. */
export function spawnServer(context, ...args) {
  return spawnLimited(context, undefined, ...args);
}

/** Starts a server in a process that can open this many files and sockets. Windows has no such limit. */
export async function spawnLimited(context, descriptors, ...args) {
  const cwd = temporaryDirectory();
  const child = start(["serve", "--port", "0", ...args], {
    execArgv: isWindows ? ["--import", RECEIVER] : [],
    descriptors: isWindows ? undefined : descriptors,
    cwd,
    stdio: ["ignore", "ignore", "pipe", isWindows ? "ipc" : "ignore"],
  });
  context.after(() => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const lines = [];
  const output = createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  await Promise.race([once(output, "line"), ended]);
  const [url] = lines[0].match(/http:\/\/[^/]+/) ?? assert.fail(lines.join("\n"));
  const signal = (name) => (isWindows ? child.send(name) : child.kill(name));
  return { url, port: Number(new URL(url).port), cwd, signal, ended };
}

/** Gets a path. */
export async function ask(url, path, options) {
  const response = await fetch(url + path, options);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export const JSON_ONLY = { headers: { accept: "application/json" } };

/**
 * A module with a store in memory, which can be switched off by creating a file. On a busy machine, a directory may need
 * seconds for a lease, and the command waits for 5 s.
 */
export function newStore() {
  const directory = temporaryDirectory();
  const off = join(directory, "off");
  const path = join(directory, "store.mjs");
  const memory = pathToFileURL(join(installed, "lease.js")).href;
  writeFileSync(
    path,
    `import { existsSync } from "node:fs";
    import { memory } from ${JSON.stringify(memory)};
    const store = memory();
    const guarded = (name) => async (...args) => {
      if (existsSync(${JSON.stringify(off)})) throw new Error("switched off");
      return store[name](...args);
    };
    export default { durable: true, read: guarded("read"), swap: guarded("swap") };`,
  );
  return { path, switchOff: () => writeFileSync(off, "") };
}
