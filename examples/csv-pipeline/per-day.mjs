// Counts the JSON lines of `flakekit decode --json` by their day, in UTC.

import { createInterface } from "node:readline";

const counts = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const day = JSON.parse(line).date.slice(0, "2024-01-31".length);
  counts.set(day, (counts.get(day) ?? 0) + 1);
}
for (const [day, count] of [...counts].sort()) console.log(`${day} ${count}`);
