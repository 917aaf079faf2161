// Starts PgBouncer in transaction mode, where each transaction may get another session of the server.

import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { program } from "../../../scripts/debian.mjs";
import { forgetProcess, guardProcess } from "./guard.mjs";
import { freePort, giveToUser, newFolder, startAsUser } from "./user.mjs";

export class Bouncer {
  port;
  #child;
  #folder;

  static async start(serverPort) {
    const bouncer = new Bouncer();
    bouncer.port = await freePort();
    bouncer.#folder = newFolder("pgbouncer");
    const config = join(bouncer.#folder, "pgbouncer.ini");
    const lines = [
      "[databases]",
      `postgres = host=127.0.0.1 port=${serverPort} user=postgres`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${bouncer.port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      // Fewer sessions than connections, so that connections change theirs.
      "default_pool_size = 3",
    ];
    writeFileSync(config, lines.join("\n"));
    giveToUser(config);
    bouncer.#child = startAsUser(await program("PGBOUNCER"), [config], {
      cwd: bouncer.#folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const { pid } = bouncer.#child;
    guardProcess(pid, "SIGKILL");
    bouncer.#child.once("exit", () => forgetProcess(pid));
    bouncer.#child.stderr.resume();
    while (!(await accepts(bouncer.port))) {
      if (bouncer.#child.exitCode !== null) throw new Error(`PgBouncer exited with ${bouncer.#child.exitCode}`);
    }
    return bouncer;
  }

  async stop() {
    const ended = new Promise((resolve) => this.#child.on("exit", resolve));
    this.#child.kill("SIGKILL");
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Whether something listens on a port; asks after a short wait. */
function accepts(port) {
  return new Promise((resolve) => {
    setTimeout(() => {
      const socket = connect(port, "127.0.0.1");
      socket.on("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    }, 50);
  });
}
