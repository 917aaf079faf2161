// Starts real Redis servers for tests, each on a free port of the loopback, with its data in a temporary folder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { program } from "../../../scripts/debian.mjs";

/** Redis must not run as root. 65534 is the user nobody. */
const AS_USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Without these, Redis writes files from time to time, and remembers what a test expects it to forget. */
const DEFAULTS = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"];

/** The servers that must not outlive this process. */
const running = new Set();
process.on("exit", () => running.forEach((pid) => process.kill(pid, "SIGKILL")));

export class RedisServer {
  port;
  #args;
  #folder = mkdtempSync(join(tmpdir(), "flakekit-redis-"));
  #process;
  #admin;

  /** Starts a server that ends with the test. `args` are further settings, as in redis.conf. */
  static async start(context, args = []) {
    const server = new RedisServer(await freePort(), args);
    context.after(() => server.#end());
    await server.#launch();
    return server;
  }

  constructor(port, args) {
    this.port = port;
    this.#args = [...DEFAULTS, "--port", String(port), "--dir", this.#folder, ...args];
    if (AS_USER.uid !== undefined) chownSync(this.#folder, AS_USER.uid, AS_USER.gid);
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Sends a command as the administrator. Resolves to its reply. */
  command(...args) {
    return this.#admin.sendCommand(args.map(String));
  }

  /** Ends the server as kill -9 does. */
  async kill() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#admin.destroy();
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
  }

  /** Starts the server again, on the same port and folder, after kill -9. */
  async restart() {
    await this.kill();
    await this.#launch();
  }

  /** Stops all work of the server, and lets it continue. */
  pause() {
    this.#process.kill("SIGSTOP");
  }

  resume() {
    this.#process.kill("SIGCONT");
  }

  async #launch() {
    this.#process = spawn(await program("REDIS_SERVER"), this.#args, {
      ...AS_USER,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let log = "";
    const { pid } = this.#process;
    running.add(pid);
    this.#process.once("exit", () => running.delete(pid));
    this.#process.stdout.on("data", (data) => (log += data));
    const failed = once(this.#process, "exit").then(([code]) => {
      throw new Error(`redis-server ended with ${code}:\n${log}`);
    });
    await Promise.race([this.#whenReady(), failed]);
    failed.catch(() => undefined);
  }

  /** Resolves when the server answers PING: not while it starts or loads its data. */
  async #whenReady() {
    this.#admin = createClient({ url: this.url, socket: { reconnectStrategy: () => 10 } });
    // Each attempt to connect reports an error.
    this.#admin.on("error", () => undefined);
    await this.#admin.connect();
    while ((await this.#admin.ping().catch(() => "not yet")) !== "PONG");
  }

  async #end() {
    this.#process.kill("SIGCONT");
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A port that nobody uses now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
