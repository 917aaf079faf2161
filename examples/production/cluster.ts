// Starts a process for each processor, and another one for each that ends: node cluster.ts

import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { pool, store } from "./database.ts";

if (cluster.isPrimary) {
  await store.setup(); // creates the table of leases; `setupSql()` is the SQL for a migration
  await pool.query("CREATE TABLE IF NOT EXISTS orders (id BIGINT PRIMARY KEY, item TEXT NOT NULL)"); // yours
  await pool.end();
  let isEnding = false;
  const count = Number(process.env.WORKERS ?? availableParallelism());
  for (let i = 0; i < count; i++) cluster.fork();
  // While the database is down, each new process ends soon.
  cluster.on("exit", () => setTimeout(() => isEnding || cluster.fork(), 1_000));
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      isEnding = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
    });
  }
} else {
  await import("./server.ts");
}
