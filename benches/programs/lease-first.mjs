// The time from the call of `lease` with a directory to the first ID, in a new process: node programs/lease-first.mjs <directory>

import { performance } from "node:perf_hooks";
import { discord, generator } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const [directory] = process.argv.slice(2);
generator(discord, { workerId: 1, processId: 1 }).next();
const start = performance.now();
const ids = await lease(discord, { store: file(directory), nodes: [64, 1023] });
ids.next();
const firstMs = performance.now() - start;
const again = performance.now();
const second = await lease(discord, { store: file(directory), nodes: [64, 1023] });
second.next();
const secondMs = performance.now() - again;
const closing = performance.now();
await Promise.all([ids.close(), second.close()]);
console.log(JSON.stringify({ firstMs, secondMs, closeMs: performance.now() - closing }));
