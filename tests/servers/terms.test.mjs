// On real servers of PostgreSQL, MariaDB and Redis: a space that is prepared before its first lease, and one that takes other terms by
// itself.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { discord } from "flakekit";
import { lease, listSeats, prepareSpace } from "flakekit/lease";
import { mysql } from "flakekit/lease/mysql";
import { postgres } from "flakekit/lease/postgres";
import { redis } from "flakekit/lease/redis";
import { nodeRedis } from "./lib/clients.mjs";
import { pool as mariaPool } from "./lib/mysql-clients.mjs";
import { pool } from "./lib/postgres-clients.mjs";
import { RedisServer } from "./lib/redis.mjs";
import { until } from "./lib/wait.mjs";

/** For each server, a function that connects to it. */
const STORES = {
  PostgreSQL: () => postgres(pool()),
  MariaDB: () => mysql(mariaPool()),
  Redis: async (context) => redis(await nodeRedis(context, await RedisServer.start(context))),
};

/** Everybody waits for window + clockSkew + age, which is 2 s. */
const TERMS = { window: 1_000, clockSkew: 0, nodes: [0, 31] };

describe("a space", { concurrency: 3 }, () => {
  for (const [name, connect] of Object.entries(STORES)) {
    test(`in ${name} is prepared, and takes other terms when its windows have ended`, async (context) => {
      const store = await connect(context);
      const made = [];
      const use = async (terms) => {
        const codes = [];
        const onChange = ({ lastError }) => codes.push(lastError?.code);
        const ids = await lease(discord, { store, ...terms, onChange });
        for (let i = 0; i < 100; i++) made.push(await ids.nextAsync());
        await ids.close();
        return codes;
      };
      const { isNew, grantsFrom } = await prepareSpace(discord, { store, ...TERMS });
      assert.equal(isNew, true);
      const read = async () => (await listSeats(store, "discord")).now;
      await until(async () => (await read()) >= grantsFrom);
      assert.ok(!(await use(TERMS)).includes("NO_FREE_SEAT"));
      assert.equal((await prepareSpace(discord, { store, ...TERMS })).grantsFrom, grantsFrom);

      const others = { ...TERMS, nodes: [0, 15], shares: 4 };
      let refusals = 0;
      const takes = () =>
        prepareSpace(discord, { store, ...others }).then(
          () => true,
          ({ code, message }) => {
            assert.equal(code, "SPACE_MISMATCH", message);
            refusals += 1;
          },
        );
      await until(takes);
      assert.ok(refusals > 0);
      assert.ok(!(await use(others)).includes("NO_FREE_SEAT"));
      const { sections } = await listSeats(store, "discord");
      // The store may forget that terms have changed, so the nodes that were left out keep theirs.
      const left = { nodes: [16, 31], shares: 1, window: 1_000 };
      assert.deepEqual(sections, [{ nodes: [0, 15], shares: 4, window: 1_000 }, left]);
      assert.equal(new Set(made).size, 200);
    });
  }
});
