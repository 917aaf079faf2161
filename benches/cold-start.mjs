// How long a new process, such as an instance of a function, waits for its first ID.
//   node benches/cold-start.mjs          after npm run test:full -- servers, whose packages it uses; needs Debian's package
//                                        postgresql; half a minute
//
// Each figure is of new processes, in turns. It begins when a process has loaded its modules, and ends with its first ID. The space was
// prepared. The server of PostgreSQL is on the same host, with its default settings.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/run.mjs";
import { Server } from "../tests/servers/lib/postgres.mjs";
import { freePort } from "../tests/servers/lib/user.mjs";
import { median } from "./lib/stats.mjs";
import { printTable } from "./lib/table.mjs";

const ROUNDS = 31;
const folder = join(root, "target", "servers");
const server = await Server.start();
const leases = mkdtempSync(join(tmpdir(), "flakekit-cold-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}/discord/next`;
const config = JSON.stringify(server.connection());

const IMPORTS = `
  import pg from "pg";
  import { discord } from "flakekit";
  import { lease, prepareSpace } from "flakekit/lease";
  import { postgres } from "flakekit/lease/postgres";`;

const PREPARE = `${IMPORTS}
  const pool = new pg.Pool(${config});
  const store = postgres(pool);
  await store.setup();
  const { now, grantsFrom } = await prepareSpace(discord, { store });
  await new Promise((resolve) => setTimeout(resolve, grantsFrom - now));
  await pool.end();`;

/** Prints the ms that the work takes. */
const timed = (imports, work) => `${imports}
  const begin = performance.now();
  ${work}
  console.log(performance.now() - begin);
  process.exit();`;

const ROWS = {
  "PostgreSQL: a connection and a query, without an ID": timed(
    IMPORTS,
    `await new pg.Pool(${config}).query("SELECT 1");`,
  ),
  "PostgreSQL: a connection, a seat and an ID": timed(
    IMPORTS,
    `const ids = await lease(discord, { store: postgres(new pg.Pool(${config})) }); await ids.nextAsync();`,
  ),
  "flakekit serve: an ID by fetch, which Node loads at its first use": timed(
    "",
    `await (await fetch("${url}")).text();`,
  ),
  "flakekit serve: an ID by node:http": timed(
    'import { get } from "node:http"; import { text } from "node:stream/consumers";',
    `await new Promise((resolve) => get("${url}", (response) => resolve(text(response))));`,
  ),
};

function run(program) {
  const args = ["--input-type=module", "--eval", program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

run(PREPARE);
const command = join(folder, "node_modules", "flakekit", "cli.js");
const serve = spawn(process.execPath, [command, "serve", "discord", "--lease", leases, "--port", String(port)]);
try {
  await once(serve.stderr, "data");
  const rounds = Array.from({ length: ROUNDS }, () => Object.values(ROWS).map(run));
  const rows = Object.keys(ROWS).map((name, i) => {
    const times = rounds.map((round) => round[i]).sort((a, b) => a - b);
    return [name, median(times).toFixed(1), times[0].toFixed(1), times.at(-1).toFixed(1)];
  });
  printTable(`First IDs of ${ROUNDS} new processes, Node ${process.version}`, [
    ["ms", "median", "least", "most"],
    ...rows,
  ]);
} finally {
  serve.kill();
  await server.remove();
  rmSync(leases, { recursive: true });
}
