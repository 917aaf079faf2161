// Starts servers of MariaDB in temporary folders, on free loopback ports, and stops them.

import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import mysql from "mysql2/promise";
import { program } from "../../../scripts/debian.mjs";
import { freePort, newFolder, startAsUser, startServer } from "./user.mjs";
import { until } from "./wait.mjs";

/** Settings of a small server, for a disk that other servers use too. */
const SMALL = ["--innodb-log-file-size=8M", "--innodb-buffer-pool-size=32M", "--max-connections=300"];

/** Settings of a primary, of its replica, and of a replica of a replica. */
const REPLICATED = ["--log-bin", "--log-slave-updates", "--skip-slave-start"];

/** A server with its data in a folder of its own. */
export class MariaDb {
  #process;
  #settings;
  #readyAt = 0;
  /** A socket, whose clients are root without a password. */
  #socket;
  port;
  /** Where the server keeps its files. */
  folder;
  /** The environment variables that the server gets when it starts, beside those of this process. */
  env = {};

  /** Makes the data of a new server, and starts it. */
  static async start(...settings) {
    const server = new MariaDb();
    server.folder = newFolder("mariadb");
    server.#settings = settings;
    server.#socket = join(server.folder, "socket");
    const install = startAsUser(
      await program("MARIADB_INSTALL_DB"),
      [...server.#data, "--auth-root-authentication-method=normal", "--skip-test-db"],
      { cwd: server.folder, stdio: ["ignore", "pipe", "pipe"] },
    );
    let log = "";
    for (const stream of [install.stdout, install.stderr]) stream.on("data", (data) => (log += data));
    const [code] = await once(install, "close");
    if (code !== 0) throw new Error(`mariadb-install-db ended with ${code}:\n${log}`);
    server.port = await freePort();
    await server.start();
    return server;
  }

  /** A server that replicas can follow. `id` is its `server_id`. */
  static startPrimary(id, ...settings) {
    return MariaDb.start(`--server-id=${id}`, ...REPLICATED, ...settings);
  }

  get #data() {
    // A server that starts removes the temporary tables of all servers in its temporary folder.
    return ["--no-defaults", `--datadir=${join(this.folder, "data")}`, `--tmpdir=${this.folder}`];
  }

  /** The options of a connection. */
  connection(more) {
    return { host: "127.0.0.1", port: this.port, user: "root", database: "mysql", ...more };
  }

  /** Starts the server, which was stopped, and waits until it accepts connections. */
  async start(...more) {
    // A restart within a second of the start before it is not noticed: the generation has the second. On a busy machine the
    // process counts its time from long after it was started.
    await sleep(this.#readyAt + 1000 - Date.now());
    const where = [`--port=${this.port}`, `--socket=${this.#socket}`, "--bind-address=127.0.0.1"];
    const args = [...this.#data, ...where, ...SMALL, ...this.#settings, ...more];
    this.#process = startServer(await program("MARIADB"), args, {
      cwd: this.folder,
      env: { ...process.env, ...this.env },
    });
    const answers = () => this.query("SELECT 1").then(() => true);
    await until(() => answers().catch(() => false), this.#process.failed);
    this.#readyAt = Date.now();
  }

  /** Runs statements on one connection, as the administrator. Resolves to the rows of the last statement. */
  async query(...statements) {
    const client = await mysql.createConnection({ ...this.connection(), multipleStatements: true });
    try {
      let rows;
      for (const statement of statements) [rows] = await client.query(statement);
      return rows;
    } finally {
      client.destroy();
    }
  }

  /** Ends the server as a crash does: by kill -9. */
  kill() {
    return this.#process.kill();
  }

  /** Ends the server in order. */
  async stop() {
    const { child } = this.#process;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }

  /** Stops the process until `resume`. */
  pause() {
    this.#process.child.kill("SIGSTOP");
  }

  resume() {
    this.#process.child.kill("SIGCONT");
  }

  /** Starts to follow a primary from its beginning, by a port that leads to it. */
  async follow(port) {
    const place = `MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'root', MASTER_USE_GTID = slave_pos`;
    await this.query("SET GLOBAL read_only = 1", `CHANGE MASTER TO ${place}, MASTER_CONNECT_RETRY = 1`, "START SLAVE");
  }

  /** Resolves when a replica has a table, and has made all changes that its primary has sent. */
  async caughtUp(table) {
    await until(() =>
      this.query(`SELECT 1 FROM ${table} LIMIT 1`).then(
        () => true,
        () => false,
      ),
    );
    await until(async () => {
      const [status] = await this.query("SHOW SLAVE STATUS");
      if (status.Last_Errno !== 0) throw new Error(`the replica has stopped: ${status.Last_Error}`);
      return status.Seconds_Behind_Master === 0;
    });
  }

  /** Makes a replica a primary. */
  async promote() {
    await this.query("STOP SLAVE", "RESET SLAVE ALL", "SET GLOBAL read_only = 0");
  }

  /** Stops the server if it runs, and removes its data. */
  async remove() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Starts a server that ends with the test. Resolves to the options of connections to it. */
export async function startMariaDb(context) {
  const server = await MariaDb.start();
  context.after(() => server.remove());
  return server.connection();
}
