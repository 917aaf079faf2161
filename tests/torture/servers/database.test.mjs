// IDs that PostgreSQL makes, for a short time; and that their torture finds repeats and descents if a rule is left out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tortureDatabase } from "../database/torture.mjs";

/** The lengths of the runs without a rule, in ms: the first run that shows the absence of the rule ends the test. */
const RUNS_MS = [4000, 8000, 16_000, 32_000];

/** How many kinds of faults there are. */
const KINDS = 8;

test("no ID of a database repeats, and none is smaller than one before it", async () => {
  const kinds = new Set();
  // A busy machine may have no time for all kinds of faults in one run.
  for (let seed = 1; seed <= 6 && kinds.size < KINDS; seed++) {
    const { descents, faults, ids, lost, problems, repeats } = await tortureDatabase({ ms: 20_000, clients: 32, seed });
    assert.deepEqual({ repeats, descents, lost, problems }, { repeats: 0, descents: 0, lost: 0, problems: [] });
    assert.ok(ids > 1000, String(ids));
    for (const kind of faults.keys()) kinds.add(kind);
  }
  assert.equal(kinds.size, KINDS);
});

/** Demands that the torture finds repeats or descents if a part of the script is replaced. */
async function finds(name, from, to) {
  const change = (script) => {
    const changed = script.replace(from, to);
    assert.notEqual(changed, script);
    return changed;
  };
  for (const [seed, ms] of RUNS_MS.entries()) {
    const found = await tortureDatabase({ ms, clients: 32, seed, change });
    if (found[name] > 0) return;
  }
  assert.fail(`no ${name} were found`);
}

test("without the lock, the torture finds repeats", () =>
  finds("repeats", /lock := pg_catalog\.pg_advisory_xact_lock\(.*\);/, ""));

test("with the clock alone, the torture finds IDs that are smaller than earlier ones", () =>
  finds(
    "descents",
    /next := greatest\(\(coalesce\((.*), \d+\) OPERATOR\(pg_catalog\.\+\) 1\), (.*)\);/,
    "next := CASE WHEN $1 >> 12 = $2 >> 12 THEN $1 + 1 ELSE $2 END;",
  ));
