// The examples that need servers.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, test } from "node:test";
import timers from "node:timers/promises";
import pg from "pg";
import { Server } from "./lib/postgres.mjs";
import { freePort } from "./lib/user.mjs";

/** Node 20 runs no TypeScript. */
const node24 = join(import.meta.dirname, "node_modules", "node24", "bin", "node");

// Each example waits 13 s for the seat of a lease in a new database.
describe("examples", { concurrency: true }, () => {
  test("production: workers that are killed are replaced, and no two orders have one ID", async (context) => {
    const server = await Server.start("-c fsync=off");
    context.after(() => server.remove());
    const port = await freePort();
    const cluster = spawn(node24, ["cluster.ts"], {
      cwd: join(import.meta.dirname, "examples", "production"),
      env: {
        ...process.env,
        DATABASE_URL: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
        LEASE_SECRET: "a secret of the tests, with 32 bytes or more",
        PORT: String(port),
        WORKERS: "3",
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    context.after(() => cluster.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${url}/ready`).catch(() => ({ ok: false }))).ok) await timers.setTimeout(100);

    const accepted = [];
    const order = async (item) => {
      const response = await fetch(`${url}/orders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ item }),
      });
      assert.equal(response.status, 201, await response.clone().text());
      accepted.push((await response.json()).id);
    };
    const orderMany = async (name) => {
      // A worker that is killed cuts its connections. The client may order again, with another ID.
      for (let i = 0; i < 200; i++) await order(`${name} ${i}`).catch((error) => assert.equal(error.name, "TypeError"));
    };
    const orders = Array.from({ length: 8 }, (_, i) => orderMany(`client ${i}`));
    while (accepted.length < 400) await timers.setImmediate();
    await killOneWorkerOf(cluster.pid);
    await Promise.all(orders);
    assert.ok(accepted.length > 1_500);
    assert.equal(new Set(accepted).size, accepted.length);
    const stored = new Set((await query(server, "SELECT id FROM orders")).map(({ id }) => id));
    assert.ok(accepted.every((id) => stored.has(id)));

    cluster.kill("SIGTERM");
    const [code] = await once(cluster, "exit");
    assert.equal(code, 0);
    const seats = await query(server, "SELECT record FROM flakekit_leases WHERE key LIKE 'seat%'");
    const held = seats.filter(({ record }) => !record.includes("owner=- "));
    assert.equal(held.length, 1, "all seats are released but that of the worker that was killed");
  });

  test("bulk-loader: all lines are loaded, their IDs have the order of the lines, and none is loaded if it is interrupted", async (context) => {
    const server = await Server.start("-c fsync=off");
    context.after(() => server.remove());
    const load = (lines) => {
      const loader = spawn(process.execPath, ["load.mjs"], {
        cwd: join(import.meta.dirname, "examples", "bulk-loader"),
        env: { ...process.env, DATABASE_URL: `postgres://postgres@127.0.0.1:${server.port}/postgres` },
        stdio: ["pipe", "ignore", "pipe"],
      });
      context.after(() => loader.kill("SIGKILL"));
      const ended = once(loader, "close");
      // A loader that is interrupted reads no more.
      pipeline(Readable.from(lines), loader.stdin).catch(() => undefined);
      let said = "";
      loader.stderr.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
      const progress = () => Number.parseInt(said.slice(said.lastIndexOf("\r") + 1));
      return { loader, ended, progress, said: () => said };
    };
    const count = 120_000;
    const lines = Array.from({ length: count }, (_, i) => `line ${i}, "quoted" \\ {}\n`);
    const whole = load(lines);
    const [code] = await whole.ended;
    assert.equal(code, 0, whole.said());
    assert.ok(whole.said().includes(`Loaded ${count} lines.`));
    const stored = await query(server, "SELECT line FROM events ORDER BY id");
    assert.deepEqual(
      stored.map(({ line }) => `${line}\n`),
      lines,
    );

    const endless = load(
      (function* () {
        for (;;) yield "a line\n";
      })(),
    );
    const early = endless.ended.then(() => Promise.reject(new Error(endless.said())));
    const started = (async () => {
      // After 60 000 bytes, at least one INSERT is done.
      while (!(endless.progress() > 60_000)) await once(endless.loader.stderr, "data");
    })();
    await Promise.race([started, early]);
    early.catch(() => undefined);
    endless.loader.kill("SIGINT");
    assert.deepEqual(await endless.ended, [1, null]);
    assert.match(endless.said(), /Interrupted: no line was loaded/);
    const [{ count: left }] = await query(server, "SELECT count(*) FROM events");
    assert.equal(Number(left), count);
    const seats = await query(server, "SELECT record FROM flakekit_leases WHERE key LIKE 'seat%'");
    assert.ok(seats.length > 0 && seats.every(({ record }) => record.includes("owner=- ")), "all seats are released");
  });
});

async function query(server, text) {
  const client = new pg.Client(server.connection());
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Kills a child of a process as a crash does. */
async function killOneWorkerOf(pid) {
  const list = spawn("ps", ["-o", "pid=", "--ppid", String(pid)], { stdio: ["ignore", "pipe", "inherit"] });
  let pids = "";
  for await (const data of list.stdout) pids += data;
  process.kill(Number(pids.trim().split("\n")[0]), "SIGKILL");
}
