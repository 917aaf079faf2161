// The rules of the store in MySQL and MariaDB: the checks of stores fail if a rule is left out.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { conformance } from "flakekit/lease/conformance";
import { mysql } from "flakekit/lease/mysql";
import { broken } from "./lib/checks.mjs";
import { changed, pool } from "./lib/mysql-clients.mjs";

describe("a store without one of its rules fails the checks", { concurrency: 2 }, () => {
  /** The checks that fail, of stores whose statements are changed. Their sessions read snapshots where they do not lock. */
  const checksThatFail = async (...changes) => {
    const unchanged = new Set(changes);
    const connect = () => {
      const connections = pool();
      connections.on("connection", (made) => void made.query("SET SESSION tx_isolation = 'READ-COMMITTED'"));
      return mysql(
        changed(connections, (text) =>
          changes.reduce((before, change) => {
            const after = before.replace(...change);
            if (after !== before) unchanged.delete(change);
            return after;
          }, text),
        ),
      );
    };
    const results = broken(await conformance([connect(), connect()]));
    assert.equal(unchanged.size, 0);
    return results.map(({ check }) => check);
  };

  test("without the check of the generation", async () => {
    const checks = await checksThatFail([" AND moment.generation = UNHEX(?)", " AND UNHEX(?) IS NOT NULL"]);
    assert.ok(checks.includes("a swap applies only if the generation is as it was read"), checks.join("; "));
  });

  test("without the check of the age", async () => {
    const checks = await checksThatFail([
      /AND \(began \+ elapsed\) DIV 1000 < CAST\((.*?)\)\)/,
      "AND CAST($1)) IS NOT NULL",
    ]);
    assert.ok(checks.includes("a swap applies only while the clock is below guard.before"), checks.join("; "));
  });

  test("without the check of the head", async () => {
    const checks = await checksThatFail(["moment.head <=> UNHEX(?)", "(UNHEX(?) IS NULL OR TRUE)"]);
    assert.ok(checks.includes("a swap applies only if the head is as it was read"), checks.join("; "));
  });
});
