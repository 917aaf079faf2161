// A run: starts the engine and the children, disturbs them, and checks the IDs that they have made.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "../check.mjs";
import { STORES, trueWindowOf, windowOf } from "../stores.mjs";
import { Crew } from "./crew.mjs";
import { disturb } from "./disturbance.mjs";
import { FaultLog } from "./fault-log.mjs";
import { hostTime } from "./host-time.mjs";
import { Random } from "./random.mjs";
import { chart, measure, table } from "./report.mjs";
import { spacesOf } from "./spaces.mjs";
import { Totals } from "./totals.mjs";

/** The time between two lines of progress, in ms. */
const REPORT_MS = 5_000;

/** How much faster IDs are asked for than needed, because faults take time, and other programs too. */
const HASTE = 4;

/**
 * How many times as long as asked a run may take to make its IDs, or how many ms longer, if this is more: a short run
 * may have to share the processors.
 */
const PATIENCE = { times: 3, ms: 300_000 };

/** Runs the torture. Prints its progress, and returns whether all went well. */
export async function torture(run) {
  const { store, chartFile, print } = run;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "flakekit-torture-")));
  const log = new FaultLog();
  const { crew, totals, hasFaults, from, until } = await disturbLeases({ ...run, folder, log });
  print(totals.line());
  const spaces = spacesOf(run.seats);
  const availability = measure({ folder, spaces, crew, log, window: trueWindowOf(store), from, until });
  const found = check(folder, spaces);
  const failures = [...crew.failures, ...totals.failures(run.ids)];
  if (hasFaults && log.ofEngine.length === 0) failures.push("no fault of the engine was applied");
  for (const line of [...found.lines, ...failures, ...table({ store, log, availability, found })]) print(line);
  const { repeats, outside, overlaps, windows } = found;
  const totalsLine =
    `${found.ids} IDs, ${log.count} faults, ${crew.runs.length} processes, ${windows} windows: ` +
    `${repeats} repeats, ${outside} IDs outside of their windows, ${overlaps} overlapping windows`;
  print(totalsLine);
  if (chartFile !== undefined) {
    const title = `Leases in ${store}, ${run.children} children, seed ${run.seed}`;
    const drawn = { title, subtitle: totalsLine, log, availability, slots: run.children, from, until };
    writeFileSync(chartFile, chart(drawn));
  }
  const isSound = repeats + outside + overlaps + failures.length === 0;
  if (isSound) rmSync(folder, { recursive: true, force: true });
  else print(`The files are in ${folder}`);
  return isSound;
}

/** Makes IDs until the time is over. Resolves when all children and the engine have ended. */
async function disturbLeases({ minutes, ids, seed, children, seats, store, preload, print, folder, log }) {
  const random = new Random(seed);
  const [main, other] = ratesOf(ids, minutes, seats, children);
  const settings = { folder, kind: store, seats, window: windowOf(store) };
  const crew = new Crew({
    settings,
    preload,
    orders: () => ({ seed: random.below(2 ** 31), rates: [main, other] }),
    onError: (code, message) => totals.addError(code, message),
  });
  // The children are killed before the files of the engine are removed.
  const killAll = () => crew.killAll();
  process.on("exit", killAll);
  const engine = await (await STORES[store].engine()).start({ folder, crew });
  const totals = new Totals({ folder, spaces: spacesOf(seats), log, explained: engine.explained });
  try {
    Object.assign(settings, { connection: engine.connection, program: engine.program });
    print(`${await crew.start(children)} of ${children} children make IDs`);
    totals.start(crew);
    const from = hostTime();
    const ms = minutes * 60_000;
    const longest = Math.max(ms * PATIENCE.times, ms + PATIENCE.ms);
    const hasTime = () => totals.elapsed < ms || (totals.elapsed < longest && totals.ids < ids);
    const isOver = () => crew.failures.length > 0 || !hasTime();
    const timeLeft = () => ms - totals.elapsed;
    const report = progress(totals, print);
    await disturb({ crew, engine, window: trueWindowOf(store), random, log, isOver, timeLeft, report });
    const until = hostTime();
    await crew.end();
    return { crew, totals, hasFaults: engine.faults.length > 0, from, until };
  } finally {
    crew.killAll();
    await engine.end();
    process.off("exit", killAll);
  }
}

/** A function that prints a line if the last line was printed some seconds ago. */
function progress(totals, print) {
  let printed = 0;
  return () => {
    if (totals.elapsed - printed < REPORT_MS) return;
    printed = totals.elapsed;
    print(totals.line());
  };
}

/** How many IDs per ms a child makes in the main space, and in its other one. */
function ratesOf(ids, minutes, seats, children) {
  const perMs = (ids * HASTE) / (minutes * 60_000);
  return [(perMs * 0.75) / Math.min(seats, children), (perMs * 0.25) / Math.max(1, children / 2)];
}
