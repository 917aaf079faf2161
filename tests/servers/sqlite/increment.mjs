// Counts a record up, in a process of its own. The arguments are a file and the last number.

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
    // Each confirmed swap is written at once, for a parent that kills this process: text that `process.stdout` keeps
    // would be lost.
    writeSync(1, `${Number(records[0] ?? 0) + 1}\n`);
  }
}
