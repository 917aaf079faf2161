// Counts a record up, in a process of its own: a file, and how far.

import { writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqlite } from "flakekit/lease/sqlite";

const [, , file, counts] = process.argv;
const store = sqlite(new DatabaseSync(file));
for (let counted = 0; counted < Number(counts);) {
  const { now, generation, records } = await store.read("counted", ["seat 0"]);
  const guard = { head: null, generation, before: now + 60_000 };
  if (await store.swap("counted", "seat 0", records[0], String(Number(records[0] ?? 0) + 1), guard)) {
    counted += 1;
    // Each confirmed swap, for a parent that kills this process: what `process.stdout` keeps would be lost with it.
    writeSync(1, `${Number(records[0] ?? 0) + 1}\n`);
  }
}
