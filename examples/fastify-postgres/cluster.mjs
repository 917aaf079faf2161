// Starts a worker for each processor, and another one for each that ends: node cluster.mjs

import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { setUp } from "./database.mjs";

if (cluster.isPrimary) {
  await setUp();
  const workers = Number(process.env.WORKERS ?? availableParallelism());
  for (let i = 0; i < workers; i++) cluster.fork();
  let isEnding = false;
  cluster.on("exit", async () => {
    // While the database is down, each worker ends soon.
    await sleep(1_000);
    if (!isEnding) cluster.fork();
  });
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      isEnding = true;
      for (const worker of Object.values(cluster.workers)) worker.process.kill("SIGTERM");
    });
  }
} else {
  await import("./server.mjs");
}
