// Starts servers of PostgreSQL in temporary folders, on free loopback ports, and stops them.

import { spawn, execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The folder of the server's programs. scripts/suites.mjs finds the program. */
const programs = dirname(realpathSync(process.env.POSTGRES));

/** PostgreSQL refuses to be run by root. */
const user = process.getuid() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

function idOf(option) {
  return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
}

/** A new folder that belongs to the user of the servers. */
export function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-postgres-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a program as the user of the servers. */
export function startAsUser(program, args, cwd) {
  return spawn(program, args, { ...user, cwd, stdio: ["ignore", "ignore", "pipe"] });
}

/** Runs a program of PostgreSQL to its end. */
async function run(cwd, program, ...args) {
  const child = startAsUser(join(programs, program), args, cwd);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  // Not "close": a server that was started inherits the pipe.
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} exited with ${code}: ${said}`);
}

/** A server with its data in a folder of its own. */
export class Server {
  #folder;
  port;

  /** Makes the data of a new server, and starts it. */
  static async start(...settings) {
    const folder = newFolder();
    const data = join(folder, "data");
    await run(folder, "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync");
    return Server.#startIn(folder, settings);
  }

  /** Starts a standby, which gets its data from this server. */
  async startStandby() {
    const folder = newFolder();
    const from = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres"];
    await run(folder, "pg_basebackup", ...from, "-D", join(folder, "data"), "-R", "-c", "fast", "--no-sync");
    return Server.#startIn(folder, []);
  }

  static async #startIn(folder, settings) {
    const server = new Server();
    server.#folder = folder;
    server.port = await freePort();
    server.settings = settings;
    await server.start();
    return server;
  }

  get #data() {
    return join(this.#folder, "data");
  }

  /** The options of a connection. */
  connection(more) {
    return { host: "127.0.0.1", port: this.port, user: "postgres", database: "postgres", ...more };
  }

  /** Starts the server, which was stopped, and waits until it accepts connections. */
  async start() {
    const options = [`-p ${this.port}`, `-k ${this.#folder}`, "-c listen_addresses=127.0.0.1", ...this.settings];
    const log = join(this.#folder, "log");
    await run(this.#folder, "pg_ctl", "-D", this.#data, "-l", log, "-w", "-t", "60", "-o", options.join(" "), "start");
  }

  /** Stops the server. `immediate` is without a last write, as in a crash. */
  async stop(mode = "fast") {
    await run(this.#folder, "pg_ctl", "-D", this.#data, "-w", "-t", "60", "-m", mode, "stop");
  }

  /** Makes a standby the primary. */
  async promote() {
    await run(this.#folder, "pg_ctl", "-D", this.#data, "-w", "-t", "60", "promote");
  }

  /** Stops the server if it runs, and removes its data. */
  async remove() {
    await this.stop("immediate").catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
