// The rules of the store in PostgreSQL: the checks of stores fail if a rule is left out.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { conformance } from "flakekit/lease/conformance";
import { postgres } from "flakekit/lease/postgres";
import { broken } from "./lib/checks.mjs";
import { pool } from "./lib/postgres-clients.mjs";

describe("a store without one of its rules fails the checks", { concurrency: 2 }, () => {
  /** The checks that fail, of stores whose statements are changed. */
  const checksThatFail = async (...changes) => {
    const unchanged = new Set(changes);
    const connect = () => {
      const connections = pool();
      return postgres(async (text, values) => {
        const changed = changes.reduce((before, change) => {
          const after = before.replace(...change);
          if (after !== before) unchanged.delete(change);
          return after;
        }, text);
        return (await connections.query(changed, values)).rows;
      });
    };
    const results = broken(await conformance([connect(), connect()]));
    assert.equal(unchanged.size, 0);
    return results.map(({ check }) => check);
  };

  /**
   * A swap pauses between its decision and its write, so that other swaps can come between. If a space has a record
   * `head`, a swap of a seat pauses for longer than a swap of `head`: if the head does not stay locked, the swap of a
   * seat is written after the head was replaced and read.
   */
  const pause = (ms) => {
    const seconds = `CASE WHEN $2::text = 'head' OR $5::text IS NULL THEN ${ms / 1000} ELSE ${(2 * ms) / 1000} END`;
    return ["FROM moment\n", `FROM (SELECT *, pg_sleep(${seconds}) FROM moment) AS moment\n`];
  };

  /**
   * The pauses in ms, one after the other until the checks find the missing lock. On a busy machine, other swaps come
   * later.
   */
  const PAUSES = [4, 16, 64];

  /** The checks that fail because of a pause alone. */
  const pausesAlone = new Map();

  /** Demands that a check fails without a lock, and not because of the pause that shows it. */
  const needsLock = async (check, lock) => {
    const found = new Set();
    for (const ms of PAUSES) {
      for (const failed of await checksThatFail(pause(ms), lock)) found.add(failed);
      if (!found.has(check)) continue;
      if (!pausesAlone.has(ms)) pausesAlone.set(ms, checksThatFail(pause(ms)));
      assert.deepEqual(await pausesAlone.get(ms), []);
      return;
    }
    assert.fail([...found].join("; "));
  };

  test("without the check of the generation", async () => {
    const checks = await checksThatFail([
      "moment.generation OPERATOR(pg_catalog.=) $6::pg_catalog.text",
      "$6::text IS NOT NULL",
    ]);
    assert.ok(checks.includes("a swap applies only if the generation is as it was read"), checks.join("; "));
  });

  test("without the check of the age", async () => {
    const checks = await checksThatFail([
      "moment.clock OPERATOR(pg_catalog.<) $7::pg_catalog.text::double precision",
      "$7::text IS NOT NULL",
    ]);
    assert.ok(checks.includes("a swap applies only while the clock is below guard.before"), checks.join("; "));
  });

  test("without the check of the head", async () => {
    const checks = await checksThatFail([
      /\(\(moment\.head .*? AND \$5::pg_catalog\.text IS NULL\)/,
      "($5::text IS NULL OR true)",
    ]);
    assert.ok(checks.includes("a swap applies only if the head is as it was read"), checks.join("; "));
  });

  test("without the lock of the head in a swap", () =>
    needsLock("once the head was replaced, no swap applies that was guarded by the old one", [
      "'head') FOR NO KEY UPDATE OF row",
      "'head')",
    ]));

  test("without the lock of the head in a read", () =>
    needsLock("the clock of a read, and the one that limits a swap, belong to the moment of the records", [
      "'head') FOR SHARE OF row",
      "'head')",
    ]));
});
