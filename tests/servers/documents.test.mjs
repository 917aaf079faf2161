// Runs the blocks of the documents that need a server, or node:sqlite.

import { join } from "node:path";
import { test } from "node:test";
import { blocksFor, runBlock } from "../../scripts/documents.mjs";
import { startMariaDb } from "./lib/mariadb.mjs";
import { Server } from "./lib/postgres.mjs";
import { RedisServer } from "./lib/redis.mjs";

const folder = import.meta.dirname;
const node = [join(folder, "node_modules", "node24", "bin", "node")];

/** The end of blocks, because open clients keep a process alive. */
const end = "process.exit();\n";

test("the blocks of the documents that need a server run on one", { concurrency: true }, async (context) => {
  const postgres = await Server.start("-c fsync=off");
  context.after(() => postgres.remove());
  const redis = await RedisServer.start(context);
  const mariadb = await startMariaDb(context);
  const { host, port, user, database } = postgres.connection();
  const env = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    REDIS_URL: redis.url,
    MYSQL_URL: `mysql://${mariadb.user}@${mariadb.host}:${mariadb.port}/${mariadb.database}`,
  };
  const blocks = blocksFor("tests/servers").map((block) =>
    context.test(`the block of ${block.where}`, () => runBlock(block, { folder, node, env, end })),
  );
  await Promise.all(blocks);
});
