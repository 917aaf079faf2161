// The clients of Redis, by turns: node-redis and ioredis. Each child loads only one client, because loading takes time.

import { redis } from "flakekit/lease/redis";

const RETRY_MS = 50;

/** The ms after which ioredis gives up a command whose reply has not come. node-redis never does. */
export const PATIENCE_MS = 1_000;

/** The ms after which node-redis gives up to connect. */
const CONNECT_MS = 1_000;

export async function open({ url }, { slot, options }) {
  return redis(await (slot % 2 === 0 ? nodeRedis(url, slot % 4 === 0) : ioredis(url)), options);
}

/** `isQueueing`: commands wait until there is a connection, otherwise they fail. */
async function nodeRedis(url, isQueueing) {
  const { createClient } = await import("redis");
  const socket = { reconnectStrategy: () => RETRY_MS, connectTimeout: CONNECT_MS };
  const client = createClient({ url, socket, disableOfflineQueue: !isQueueing });
  // Each attempt to connect reports an error. Calls have errors of their own.
  client.on("error", () => undefined);
  return client.connect();
}

async function ioredis(url) {
  const { Redis } = await import("ioredis");
  const client = new Redis(url, { retryStrategy: () => RETRY_MS, commandTimeout: PATIENCE_MS });
  client.on("error", () => undefined);
  return client;
}
