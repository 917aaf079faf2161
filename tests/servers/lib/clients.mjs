// The clients of Redis, each as a user makes it. All of them end with the test.

import { Redis as Upstash } from "@upstash/redis";
import { Cluster as IoCluster, Redis as Io } from "ioredis";
import { Redis as Io5 } from "ioredis-5";
import { createClient, createClientPool, createCluster } from "redis";
import { createClient as createClient4 } from "redis-4";
import { createClient as createClient5 } from "redis-5";
import { bridge } from "./upstash.mjs";

/** Connects a client of node-redis. Errors of the client also come as rejections. */
async function connected(context, client) {
  client.on("error", () => undefined);
  await client.connect();
  context.after(() => (client.destroy ? client.destroy() : client.disconnect()));
  return client;
}

function io(context, client) {
  client.on("error", () => undefined);
  context.after(() => client.disconnect());
  return client;
}

export const nodeRedis = (context, { url }) => connected(context, createClient({ url }));
export const ioredis = (context, { url }, options = {}) => io(context, new Io(url, options));

/** A function that sends one command. */
export async function plainFunction(context, server) {
  const client = await nodeRedis(context, server);
  return (...command) => client.sendCommand(command);
}

/** The methods and arguments of Deno's client, by another client. */
async function asDeno(context, server) {
  const client = await nodeRedis(context, server);
  const list = (command) => (text, keys, args) =>
    client.sendCommand([command, text, String(keys.length), ...keys, ...args]);
  return {
    isConnected: true,
    sendCommand: (command, args) => client.sendCommand([command, ...args]),
    eval: list("EVAL"),
    evalsha: list("EVALSHA"),
  };
}

/** Each kind of client of a single server. */
export const clients = {
  "node-redis 6": nodeRedis,
  "node-redis 6, a pool": (context, { url }) => connected(context, createClientPool({ url })),
  "node-redis 6 with RESP 3": (context, { url }) => connected(context, createClient({ url, RESP: 3 })),
  "node-redis 5": (context, { url }) => connected(context, createClient5({ url })),
  "node-redis 4": (context, { url }) => connected(context, createClient4({ url })),
  "ioredis 6": ioredis,
  "ioredis 5": (context, { url }) => io(context, new Io5(url)),
  "ioredis 6 with enableAutoPipelining and keyPrefix": (context, { url }) =>
    io(context, new Io(url, { enableAutoPipelining: true, keyPrefix: "app:" })),
  "@upstash/redis, by a bridge": async (context, server) =>
    new Upstash({ url: await bridge(context, server), token: "none", retry: false }),
  "an object with the methods of Deno's client": asDeno,
  "a function": plainFunction,
};

/** Each kind of client of a cluster. */
export const clusterClients = {
  "node-redis 6": (context, { url }) => connected(context, createCluster({ rootNodes: [{ url }] })),
  ioredis: (context, { port }) => io(context, new IoCluster([{ host: "127.0.0.1", port }])),
};
