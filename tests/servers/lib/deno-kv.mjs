// Checks the store of Deno KV of examples/stores/ in Deno: stores of one connection, one of them with a clock that is behind.

import { lease } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { batch, discord } from "flakekit";

const [, , file, database] = process.argv;
const { denoKv } = await import(file);
const kv = await globalThis.Deno.openKv(database);
const clocks = [Date.now, Date.now, () => Date.now() - 5_000];
const results = await conformance(clocks.map((clock) => denoKv(kv, { clock })));
const ids = await lease(discord, { store: denoKv(kv), window: 300, clockSkew: 50 });
const made = new Set(batch(ids, 100)).size;
await ids.close();
kv.close();
console.log(JSON.stringify({ broken: results.filter(({ passed }) => !passed), made }));
