// Makes IDs in another runtime than Node, with the client of the runtime, or with ioredis.

import { batch, discord } from "flakekit";
import { lease } from "flakekit/lease";
import { redis } from "flakekit/lease/redis";

const url = process.argv[2];

async function connect() {
  if (globalThis.Bun !== undefined) return new globalThis.Bun.RedisClient(url);
  const { Redis } = await import("ioredis");
  return new Redis(url);
}

const ids = await lease(discord, { store: redis(await connect()), window: 300, clockSkew: 50 });
console.log(`${new Set(batch(ids, 100)).size} IDs`);
await ids.close();
// The client stays connected, which keeps the process alive.
process.exit();
