// The IDs per second of a loop under a lease: node programs/serve-next.mjs <seconds> <directory>

import { performance } from "node:perf_hooks";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const [seconds, directory] = process.argv.slice(2);
const ids = await lease(discord, { store: file(directory) });
const start = performance.now();
let made = 0;
while (performance.now() - start < 1000 * seconds) {
  for (let i = 0; i < 10_000; i++) ids.next();
  made += 10_000;
  // The window is extended in this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}
console.log(JSON.stringify({ perSecond: (1000 * made) / (performance.now() - start) }));
await ids.close();
