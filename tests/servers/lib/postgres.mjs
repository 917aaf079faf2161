// Starts servers of PostgreSQL in temporary folders, on free loopback ports, and stops them.

import { readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { program } from "../../../scripts/debian.mjs";
import { forgetProcess, guardProcess } from "../../../scripts/guard.mjs";
import { freePort, newFolder, startAsUser } from "./user.mjs";

/** The folder of the server's programs. */
const programs = dirname(realpathSync(await program("POSTGRES")));

/** Runs a program of PostgreSQL to its end, with these environment variables too. */
async function run(cwd, env, name, ...args) {
  const options = { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] };
  const child = startAsUser(join(programs, name), args, options);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  // The event is "exit" and not "close", because a started server inherits the pipe.
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${name} ${args.join(" ")} exited with ${code}: ${said}`);
}

/** The server does not wait for the disk, because no test cuts the power. */
export const FAST = ["-c fsync=off"];

/** A server with its data in a folder of its own. */
export class Server {
  #pid;
  port;
  /** Where the server keeps its files. */
  folder;
  /** The environment variables that the server gets when it starts, beside those of this process. */
  env = {};

  /** Makes the data of a new server, and starts it. */
  static async start(...settings) {
    const folder = newFolder("postgres");
    const data = join(folder, "data");
    const options = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"];
    await run(folder, {}, "initdb", "-D", data, ...options);
    return Server.#startIn(folder, settings);
  }

  /** Starts a standby, which gets its data from this server, by a port that leads to it. */
  async startStandby(port = this.port) {
    const folder = newFolder("postgres");
    const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
    await run(folder, {}, "pg_basebackup", ...from, "-D", join(folder, "data"), "-R", "-c", "fast", "--no-sync");
    return Server.#startIn(folder, this.settings);
  }

  static async #startIn(folder, settings) {
    const server = new Server();
    server.folder = folder;
    server.port = await freePort();
    server.settings = settings;
    await server.start();
    return server;
  }

  get #data() {
    return join(this.folder, "data");
  }

  /** The options of a connection. */
  connection(more) {
    return { host: "127.0.0.1", port: this.port, user: "postgres", database: "postgres", ...more };
  }

  /** Starts the server, which was stopped, and waits until it accepts connections. */
  async start() {
    const options = [`-p ${this.port}`, `-k ${this.folder}`, "-c listen_addresses=127.0.0.1", ...this.settings];
    const log = join(this.folder, "log");
    await run(
      this.folder,
      this.env,
      "pg_ctl",
      "-D",
      this.#data,
      "-l",
      log,
      "-w",
      "-t",
      "60",
      "-o",
      options.join(" "),
      "start",
    );
    this.#pid = Number(readFileSync(join(this.#data, "postmaster.pid"), "utf8").split("\n")[0]);
    // By SIGQUIT, the server stops its processes, and leaves no shared memory behind.
    guardProcess(this.#pid, "SIGQUIT");
  }

  /** Stops the server. `immediate` is without a last write, as in a crash. */
  async stop(mode = "fast") {
    await run(this.folder, this.env, "pg_ctl", "-D", this.#data, "-w", "-t", "60", "-m", mode, "stop");
    forgetProcess(this.#pid);
  }

  /** Dumps a database, and restores the dump in another one. */
  async restoreCopy(from, to) {
    const on = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres"];
    const dump = join(this.folder, "dump.sql");
    await run(this.folder, {}, "pg_dump", ...on, "-f", dump, from);
    await run(this.folder, {}, "psql", ...on, "-q", "-v", "ON_ERROR_STOP=1", "-f", dump, to);
  }

  /** Makes a standby the primary. */
  async promote() {
    await run(this.folder, this.env, "pg_ctl", "-D", this.#data, "-w", "-t", "60", "promote");
  }

  /** Stops the server if it runs, and removes its data. */
  async remove() {
    await this.stop("immediate").catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
