// Starts a server of MariaDB in a temporary folder, on a free loopback port.

import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { program } from "../../../scripts/debian.mjs";
import { freePort, newFolder, startAsUser, startServer } from "./user.mjs";
import { until } from "./wait.mjs";

/** Starts a server that ends with the test. Resolves to the options of connections to it. */
export async function startMariaDb(context) {
  const folder = newFolder("mariadb");
  const data = join(folder, "data");
  const options = ["--no-defaults", `--datadir=${data}`];
  const install = startAsUser(
    await program("MARIADB_INSTALL_DB"),
    [...options, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { cwd: folder, stdio: "ignore" },
  );
  const [code] = await once(install, "exit");
  if (code !== 0) throw new Error(`mariadb-install-db ended with ${code}`);

  const port = await freePort();
  const server = startServer(
    await program("MARIADB"),
    [...options, `--port=${port}`, `--socket=${join(folder, "socket")}`, "--bind-address=127.0.0.1"],
    { cwd: folder },
  );
  context.after(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const connection = { host: "127.0.0.1", port, user: "root", database: "mysql" };
  const answers = async () => {
    const client = await mysql.createConnection(connection);
    await client.end();
    return true;
  };
  await until(() => answers().catch(() => false), server.failed);
  return connection;
}
