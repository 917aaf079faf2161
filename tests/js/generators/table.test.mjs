// The table in the declaration of generators: the behaviour of each method if the clock is ahead or behind, and if a tick is used up.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { clearTimeout, setTimeout } from "node:timers";
import { batch, batchAsync, fill, generator, twitter } from "flakekit";
import { installed } from "../support/project.mjs";
import { NOW } from "../support/shared.mjs";

const declarations = readFileSync(join(installed, "umd", "flakekit.d.ts"), "utf8");
const [, head, body] = declarations.match(
  / \* (\| method \| clock ahead \| clock behind \| tick used up \|)\n \* \|[-|]+\|\n((?: \* \|.*\n)+)/,
);
const cellsOf = (line) =>
  line
    .replace(/^ \* /, "")
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = body.trimEnd().split("\n").map(cellsOf);
const COLUMNS = cellsOf(head).slice(1);

/** Each method of the table makes this many IDs. */
const METHODS = {
  next: (ids, count) => Array.from({ length: count }, () => ids.next()),
  nextText: (ids, count) => Array.from({ length: count }, () => twitter.fromText(ids.nextText())),
  nextAsync: (ids, count) => Promise.all(Array.from({ length: count }, () => ids.nextAsync())),
  batch: (ids, count) => batch(ids, count),
  fill: (ids, count) => fill(ids, new BigUint64Array(count)),
  batchAsync: (ids, count) => batchAsync(ids, count),
};

/** How many IDs a tick has. */
const IN_TICK = 4;

/** A generator whose clock stands at `now` until it has been read `after` times; then each reading is a ms later than the last one. */
function scripted(options) {
  const clock = { now: NOW, after: Infinity };
  const read = () => {
    clock.after -= 1;
    return clock.after < 0 ? (clock.now += 1) : clock.now;
  };
  const ids = generator(twitter, { machineId: 1, sequenceRange: [0, IN_TICK - 1], clock: read, ...options });
  return { clock, ids };
}

const ticksOf = (ids) => Array.from(ids, (id) => twitter.timestamp(id) - NOW);

/** The ticks of the IDs that a call makes, and whether other tasks have run meanwhile. */
async function made(call) {
  let hasRun = false;
  // Timers of equal or longer waits that start later fire later.
  const other = setTimeout(() => {
    hasRun = true;
  });
  const ids = await call();
  clearTimeout(other);
  return { ticks: ticksOf(ids), hasRun };
}

const leads = async (make) => {
  const { clock, ids } = scripted({ maxLead: 5 });
  ids.next();
  clock.now = NOW - 3;
  // No call waits, because the clock stands still.
  assert.deepEqual(ticksOf(await make(ids, 11)), [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
  clock.after = 1;
  const [tick] = ticksOf(await make(ids, 1));
  assert.ok(tick === 3 && clock.now >= NOW - 2, `tick ${tick} at ${clock.now - NOW}`);
  clock.after = Infinity;
  clock.now = NOW - 100_000;
  await assert.rejects(async () => make(ids, 1), { code: "WAIT_TOO_LONG" });
};

const waits = (sleeps, count) => async (make) => {
  const { clock, ids } = scripted();
  assert.deepEqual(ticksOf(await make(ids, IN_TICK)), [0, 0, 0, 0]);
  clock.after = 2;
  const { ticks, hasRun } = await made(() => make(ids, count));
  assert.ok(ticks[0] >= 1 && ticks.length === count, ticks.join());
  assert.equal(hasRun, sleeps);
  assert.ok(
    ticks.every((tick) => ticks.filter((other) => other === tick).length <= IN_TICK),
    ticks.join(),
  );
};

const advances = async (make) => {
  const { clock, ids } = scripted();
  ids.next();
  clock.now = NOW + 5000;
  assert.deepEqual(ticksOf(await make(ids, IN_TICK)), [5000, 5000, 5000, 5000]);
};

/** What each cell of a column promises of a method. */
const PROMISES = {
  "clock ahead": { "the clock's tick": advances },
  "clock behind": {
    "the last tick, then the ticks after it; none is more than `maxLead` ahead of the clock": leads,
    "as `next`": leads,
  },
  "tick used up": {
    "blocks the thread until the next tick": waits(false, 1),
    "sleeps until the next tick": waits(true, 1),
    "blocks the thread until the next tick, for each tick": waits(false, 3 * IN_TICK),
    "sleeps until the next tick, for each tick": waits(true, 3 * IN_TICK),
  },
};

test("the table has a row for each way to make IDs", () => {
  assert.deepEqual(
    rows.flatMap(([names]) => names.replaceAll("`", "").split(", ")).sort(),
    Object.keys(METHODS).sort(),
  );
});

for (const [names, ...cells] of rows) {
  for (const name of names.replaceAll("`", "").split(", ")) {
    for (const [at, cell] of cells.entries()) {
      test(`${name}, ${COLUMNS[at]}: ${cell}`, () => PROMISES[COLUMNS[at]][cell](METHODS[name]));
    }
  }
}
