// The MariaDB of mysql.mjs, with only the faults that make it forget: all other faults only take time from a run that
// looks for repeats. Its replica lacks more than a window, so that seats that are held look free.

import { start as startMysql } from "./mysql.mjs";

const LAG_MS = 6_000;

const FORGETTING = ["kill -9, commits are not flushed", "promotion of a replica"];

export async function start(run) {
  const engine = await startMysql({ ...run, lag: LAG_MS });
  return { ...engine, faults: engine.faults.filter(({ name }) => FORGETTING.includes(name)) };
}
