// The Redis of redis.mjs, with only the faults that make it forget: all other faults only take time from a run that
// looks for repeats.

import { start as startRedis } from "./redis.mjs";

const FORGETTING = ["kill -9: all is forgotten", "an older snapshot", "FLUSHALL", "eviction", "promotion of a replica"];

export async function start(run) {
  const engine = await startRedis(run);
  return { ...engine, faults: engine.faults.filter(({ name }) => FORGETTING.includes(name)) };
}
