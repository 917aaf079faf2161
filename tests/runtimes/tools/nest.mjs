// Row: a server of NestJS with the module of examples/frameworks/, which has its seat when it listens, and releases it on SIGTERM.

import assert from "node:assert/strict";
import { join } from "node:path";
import { writeFiles } from "../../../scripts/documents.mjs";
import { serving } from "../../../tests/runtimes/engines/serving.mjs";
import { seatsIn } from "./seats.mjs";
import { versionOf } from "./tool.mjs";

/** How many IDs are asked for at the same time. */
const IDS = 200;

async function onNest(context) {
  const cwd = join(context.folder, "nest");
  writeFiles("examples/frameworks", cwd);
  const env = { LEASES: join(cwd, "leases") };
  const listens = /http:\/\/127\.0\.0\.1:(\d+)/;
  await serving({ command: process.execPath, args: ["main.mjs"], cwd, env, listens }, async (ask) => {
    assert.deepEqual(await seatsIn(context, env.LEASES), ["held"]);
    const made = await Promise.all(Array.from({ length: IDS }, () => ask("/id", { method: "POST" })));
    assert.equal(new Set(made.map(({ id }) => id)).size, IDS);
  });
  // Windows has no SIGTERM: the process ends at once, and the seat is free when its window has ended.
  if (process.platform !== "win32") assert.deepEqual(await seatsIn(context, env.LEASES), ["free"]);
  return { version: versionOf(context, "@nestjs/core"), loads: "index.js, lease.js, lease/file.js" };
}

export const nest = [{ where: "NestJS", how: "onModuleInit, onApplicationShutdown on SIGTERM", run: onNest }];
