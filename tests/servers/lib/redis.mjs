// Starts real Redis servers for tests, each on a free port of the loopback, with its data in a temporary folder.

import { once } from "node:events";
import { rmSync } from "node:fs";
import { createClient } from "redis";
import { program } from "../../../scripts/debian.mjs";
import { forgetProcess, guardProcess } from "./guard.mjs";
import { freePort, newFolder, startAsUser } from "./user.mjs";

/** Without these, Redis writes files from time to time, and remembers what a test expects it to forget. */
const DEFAULTS = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"];

export class RedisServer {
  port;
  #args;
  #folder = newFolder("redis");
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
  }

  /** Where the server keeps its files. */
  get folder() {
    return this.#folder;
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
    this.#process = startAsUser(await program("REDIS_SERVER"), this.#args, { stdio: ["ignore", "pipe", "inherit"] });
    let log = "";
    const { pid } = this.#process;
    guardProcess(pid, "SIGKILL");
    this.#process.once("exit", () => forgetProcess(pid));
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
