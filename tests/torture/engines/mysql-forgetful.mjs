// The MariaDB of mysql.mjs, with those faults only that make it forget: others only take time from a run that looks for repeats.

import { start as startMysql } from "./mysql.mjs";

const FORGETTING = ["kill -9, commits are not flushed", "promotion of a replica"];

export async function start(run) {
  const engine = await startMysql(run);
  return { ...engine, faults: engine.faults.filter(({ name }) => FORGETTING.includes(name)) };
}
