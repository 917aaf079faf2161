// Starts real Redis servers for tests, each on a free port of the loopback, with its data in a temporary folder.

import { rmSync } from "node:fs";
import { createClient } from "redis";
import { program } from "../../../scripts/debian.mjs";
import { freePort, newFolder, startServer } from "./user.mjs";
import { until } from "./wait.mjs";

/** Without these, Redis writes files from time to time, and remembers what a test expects it to forget. */
const DEFAULTS = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--repl-diskless-sync-delay", "0"];

export class RedisServer {
  port;
  #args;
  #folder = newFolder("redis");
  #server;
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
    // The client is ended even if the server has not started, because it would try to connect for ever.
    this.#admin?.destroy();
    this.#admin = undefined;
    await this.#server.kill();
  }

  /** Starts the server again, on the same port and folder, after kill -9. */
  async restart() {
    await this.kill();
    await this.#launch();
  }

  /** Stops all work of the server, and lets it continue. */
  pause() {
    this.#server.child.kill("SIGSTOP");
  }

  resume() {
    this.#server.child.kill("SIGCONT");
  }

  async #launch() {
    this.#server = startServer(await program("REDIS_SERVER"), this.#args);
    const { failed } = this.#server;
    const admin = createClient({ url: this.url, socket: { reconnectStrategy: () => 10 } });
    this.#admin = admin;
    // Each attempt to connect reports an error.
    admin.on("error", () => undefined);
    await Promise.race([admin.connect(), failed]);
    // The server answers PING when it has loaded its data.
    const isReady = () =>
      admin.ping().then(
        (answer) => answer === "PONG",
        () => false,
      );
    await until(isReady, failed);
  }

  async #end() {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
