// The service of examples/production/, as Node runs its files; and a lease after an outage that is longer than its window.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { twitter, withOptions } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";
import { writeFiles, writeTypeScript } from "../../scripts/documents.mjs";
import { Server } from "./lib/postgres.mjs";
import { freePort } from "./lib/user.mjs";

const node24 = join(import.meta.dirname, "node_modules", "node24", "bin", "node");
/** The function `fetch` of Node, from before this process is a page. */
const { fetch } = globalThis;

/** Makes this process a page of an address, which sends a cookie, and returns the module `page.ts`. */
async function openPage(url, cookie) {
  globalThis.location = { href: url };
  globalThis.addEventListener = () => undefined;
  globalThis.fetch = (path, options) =>
    fetch(new URL(path, url), { ...options, headers: { ...options.headers, cookie } });
  const files = writeFiles("examples/production", join(import.meta.dirname, "production-page"));
  return import(files["page.ts"]);
}

// Both tests wait for seats most of the time.
describe("examples/production", { concurrency: true }, () => {
  test("the service answers, leases to pages, survives an outage, and gives its seats back on SIGTERM", async (context) => {
    const server = await Server.start("-c fsync=off");
    context.after(() => server.remove());
    const pool = new pg.Pool(server.connection());
    pool.on("error", () => undefined);
    context.after(() => pool.end());
    const session = randomUUID();
    await pool.query("CREATE TABLE sessions (id TEXT, user_name TEXT)");
    await pool.query("INSERT INTO sessions VALUES ($1, 'ada'), ('other', 'bob')", [session]);

    const folder = join(import.meta.dirname, "production");
    writeTypeScript("examples/production", folder);
    const port = await freePort();
    const service = spawn(node24, ["cluster.ts"], {
      cwd: folder,
      env: {
        ...process.env,
        DATABASE_URL: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
        LEASE_SECRET: "a secret of the tests, with 32 bytes or more",
        PORT: String(port),
      },
      stdio: "ignore",
    });
    context.after(() => service.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    const send = (method, path, body, headers) =>
      fetch(url + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const order = () => send("POST", "/orders", { item: "tea" });
    while (!(await fetch(`${url}/ready`).catch(() => ({ ok: false }))).ok) await sleep(100);

    const answers = await Promise.all(Array.from({ length: 50 }, order));
    assert.ok(answers.every(({ status }) => status === 201));
    const made = await Promise.all(answers.map(async (answer) => (await answer.json()).id));
    assert.equal(new Set(made).size, 50);

    const page = await openPage(url, `session=${session}`);
    const id = await page.newId();
    assert.ok(twitter.decode(id).machineId >= 512);
    await page.saveOrder(id, "milk");
    await page.saveOrder(id, "milk");
    await assert.rejects(page.saveOrder(id, "coffee"), /answered 409/);
    const put = (path, cookie) => send("PUT", path, { item: "theft" }, { cookie });
    assert.equal((await put(`/orders/${id}`, "session=other")).status, 403);
    assert.equal((await put("/orders/12x4", `session=${session}`)).status, 403);
    const { rows } = await pool.query("SELECT id::text, item FROM orders ORDER BY id");
    assert.deepEqual(rows.map((row) => row.id).sort(), [...made, id].sort());

    await server.stop();
    const down = await order();
    assert.deepEqual([down.status, await down.text()], [503, '{"error":"Try again later"}']);
    await server.start();
    while ((await order()).status !== 201) await sleep(100);
    const seats = async () => {
      const found = await pool.query("SELECT record FROM flakekit_leases WHERE key LIKE 'seat%'");
      return found.rows.map(({ record }) => record);
    };
    const old = new Set(await seats());
    // The loop ends when each window was extended: a lease gives back only a seat that it has seen in the restarted
    // server.
    while ((await seats()).some((record) => old.has(record))) await sleep(100);

    service.kill("SIGTERM");
    assert.deepEqual(await once(service, "exit"), [0, null]);
    const held = (await seats()).filter((record) => !record.includes("owner=- "));
    assert.equal(held.length, 1, "all seats are released but that of the page");
  });

  test("the lease of the README makes IDs, and gives its seat back on SIGTERM", async (context) => {
    const server = await Server.start("-c fsync=off");
    context.after(() => server.remove());
    const folder = join(import.meta.dirname, "readme");
    writeTypeScript("README.md", folder);
    writeFileSync(
      join(folder, "main.ts"),
      `import { ids } from "./ids.ts";
      console.log(ids.nextText());
      setInterval(() => undefined, 1000);`,
    );
    const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
    const service = spawn(node24, ["main.ts"], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    context.after(() => service.kill("SIGKILL"));
    const [id] = await once(service.stdout, "data");
    assert.ok(withOptions(twitter, { epoch: "2024-01-01" }).isValid(String(id).trim()));
    service.kill("SIGTERM");
    assert.deepEqual(await once(service, "exit"), [0, null]);
    const pool = new pg.Pool(server.connection());
    const { seats } = await listSeats(postgres(pool), "twitter");
    await pool.end();
    assert.deepEqual(
      seats.map(({ state }) => state),
      ["free"],
    );
  });

  test("a running lease goes on by itself after an outage that was longer than its window, also if the server was restarted", async (context) => {
    const server = await Server.start("-c fsync=off");
    context.after(() => server.remove());
    const pool = new pg.Pool({ ...server.connection(), connectionTimeoutMillis: 1_000 });
    pool.on("error", () => undefined);
    context.after(() => pool.end());
    const store = postgres(pool);
    await store.setup();
    const codes = [];
    const onChange = ({ lastError }) => codes.push(lastError?.code);
    const ids = await lease(twitter, { store, window: 3_000, clockSkew: 0, maxLag: 500, maxWait: 30_000, onChange });
    const before = new Set(Array.from({ length: 5_000 }, () => ids.next()));
    codes.length = 0;

    await server.stop();
    const thrown = async () => {
      for (;;) {
        try {
          before.add(ids.next());
        } catch (error) {
          return error.code;
        }
        await sleep(10);
      }
    };
    assert.equal(await thrown(), "LEASE_EXPIRED");
    await server.start();
    const after = await ids.nextAsync();
    assert.equal(ids.status().state, "held");
    assert.ok(!before.has(after));
    // The lease waited like a new process, because the store may have forgotten it.
    assert.deepEqual([...new Set(codes)], ["STORE_FAILED", "NO_FREE_SEAT", undefined]);
    await ids.close();
  });
});
