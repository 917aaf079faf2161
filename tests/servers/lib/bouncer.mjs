// Starts PgBouncer in transaction mode, where each transaction may get another session of the server.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "../../../scripts/debian.mjs";
import { freePort, giveToUser, newFolder, startServer } from "./user.mjs";
import { isOpen, until } from "./wait.mjs";

export class Bouncer {
  port;
  /** The folder of the configuration. */
  folder;
  #server;

  static async start(serverPort) {
    const bouncer = new Bouncer();
    bouncer.port = await freePort();
    bouncer.folder = newFolder("pgbouncer");
    const config = join(bouncer.folder, "pgbouncer.ini");
    const lines = [
      "[databases]",
      `postgres = host=127.0.0.1 port=${serverPort} user=postgres`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${bouncer.port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      // There are fewer sessions than connections, so that connections change their sessions.
      "default_pool_size = 3",
    ];
    writeFileSync(config, lines.join("\n"));
    giveToUser(config);
    bouncer.#server = startServer(await program("PGBOUNCER"), [config], { cwd: bouncer.folder });
    await until(() => isOpen(bouncer.port), bouncer.#server.failed);
    return bouncer;
  }

  async stop() {
    await this.#server.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
