// The installed command `serve` under attack: connections that send many requests, read nothing, or only stay open.
// `torture/serve.mjs` has the long forms of these attacks.

import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listSeats } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { isWindows, newStore, serve, serveIn, spawnLimited, spawnServer } from "../support/serve.mjs";
import { flakekit, linesOf } from "../support/cli.mjs";
import { until } from "../support/leases.mjs";
import { Attacker, attackers } from "../support/serve-attacks.mjs";

/** Gets a path on a connection of its own. */
async function askAlone(port, path) {
  const [response] = await once(get({ host: "127.0.0.1", port, path, agent: false }), "response");
  let text = "";
  for await (const data of response.setEncoding("utf8")) text += data;
  return { status: response.statusCode, headers: response.headers, text };
}

/** The value of a metric, which is named with its labels. */
async function metric(port, name) {
  const { text } = await askAlone(port, "/metrics");
  const line = text.split("\n").find((sample) => sample.startsWith(`${name} `));
  return Number(line.slice(name.length + 1));
}

/** The end of the window of the only lease, as `/health` tells it. */
async function windowEnd(port) {
  const { status, text } = await askAlone(port, "/health");
  assert.equal(status, 200, text);
  return JSON.parse(text).leases[0].until;
}

/** How long an attacker waits before it connects again, in ms. */
const PAUSE_MS = 100;

/** The bytes of this many IDs of Discord, as lines. */
const bytesOf = (ids) => ids * 20;

test("requests that one connection sends at once are answered one after the other, in their order", async (context) => {
  const { port } = await serve(context, "discord", "--store", newStore().path);
  const attacker = new Attacker(port, { keeps: true }).read();
  const paths = ["/discord/next?n=250", "/health", "/unknown", "/discord/next?n=2", "/decode/1?x=1", "/metrics"];
  for (let round = 0; round < 20; round++) for (const path of paths) attacker.send(path);
  attacker.send("/health", 1, "connection: close\r\n");
  await attacker.closed;
  const statuses = Array.from(attacker.text.matchAll(/HTTP\/1.1 (\d+)/g), ([, status]) => Number(status));
  assert.deepEqual(statuses, [...Array(20).fill([200, 200, 404, 200, 400, 200]).flat(), 200]);
  const ids = attacker.text.split("\r\n").flatMap((line) => line.match(/^\d{18,}$/gm) ?? []);
  assert.equal(new Set(ids).size, 20 * 252);
  assert.equal(ids.length, 20 * 252);
});

test("requests are read wherever their bytes are divided", async (context) => {
  const { port } = await serve(context, "discord", "--store", newStore().path);
  const request = "GET /discord/next?n=101 HTTP/1.1\r\nhost: a\r\n\r\n";
  const sent = `${request.repeat(3)}GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`;
  for (let at = 1; at < request.length + 2; at++) {
    const attacker = new Attacker(port, { keeps: true }).read();
    attacker.socket.setNoDelay(true).write(sent.slice(0, at));
    // The server reads the first part before the second one is sent.
    if (at > request.length) await until(() => attacker.bytes > 0);
    else assert.equal((await askAlone(port, "/health")).status, 200);
    attacker.socket.write(sent.slice(at));
    await attacker.closed;
    assert.equal(attacker.text.match(/^HTTP\/1.1 200 /gm)?.length, 4, `divided at ${at}`);
    assert.equal(attacker.text.match(/^\d{18,}$/gm).length, 303);
  }
});

describe("attacks, one after the other", { concurrency: false }, () => {
  test("while connections send more requests than can be answered, others are answered, and the lease is extended", async (context) => {
    const { port } = await spawnServer(context, "discord", "--lease", "./ids");
    // Discord has 4096 IDs in 1 ms, so all these answers take 49 s. A window is extended long before its end at 10 s.
    const ofEach = 1000;
    const all = await attackers(port, 20);
    for (const attacker of all) attacker.read().send("/discord/next?n=10000", ofEach);
    await until(() => all.every(({ bytes }) => bytes > 0));
    const end = await windowEnd(port);
    assert.equal(linesOf((await askAlone(port, "/discord/next?n=10000")).text).length, 10_000);
    await until(async () => (await windowEnd(port)) > end);
    // All these answers came before the last byte of any attacker's answer.
    for (const { bytes } of all) assert.ok(bytes < bytesOf(10_000 * ofEach), "an attacker has got all");
  });

  test("connections that read nothing stop nobody", async (context) => {
    const { port } = await spawnServer(context, "discord", "--lease", "./ids");
    const all = await attackers(port, 200);
    // The buffers of both systems hold all these answers.
    for (const attacker of all) attacker.readNothing().send("/discord/next?n=1000", 20);
    let made = 0;
    await until(async () => (made = await metric(port, 'flakekit_ids_total{format="discord"}')) > 0);
    assert.ok(made < 200 * 20_000, "all IDs were made before another request was answered");
    assert.equal(linesOf((await askAlone(port, "/discord/next?n=10000")).text).length, 10_000);
    assert.equal((await askAlone(port, "/health")).status, 200);
    await Promise.all(all.map((attacker) => attacker.end()));
  });

  test("the IDs of an answer are made as it is read, and not in advance", async (context) => {
    const { port } = await serve(context, "discord", "--store", newStore().path, "--max-count", "2000000");
    // The answer has 40 MB, of which the buffers of both systems hold a part.
    const attacker = new Attacker(port).readNothing().send("/discord/next?n=2000000");
    const made = () => metric(port, 'flakekit_ids_total{format="discord"}');
    await until(async () => (await made()) > 0);
    let [before, unread] = [0, await made()];
    for (let own = 10_000; unread > before; own += 10_000) {
      before = unread;
      // The server makes the IDs of both answers by turns.
      await askAlone(port, "/discord/next?n=10000");
      unread = (await made()) - own;
    }
    assert.ok(unread < 2_000_000, "all IDs were made, and none was read");
    await attacker.end();
  });

  test("while a format waits for the clock, other formats make IDs, and the lease is extended", async (context) => {
    const { port } = await spawnServer(context, "discord", "sonyflake", "--lease", "./ids", "--max-count", "1000000");
    // Sonyflake has 256 IDs in 10 ms, so this answer takes 39 s.
    const slow = new Attacker(port).read().send("/sonyflake/next?n=1000000");
    await until(() => slow.bytes > 0);
    const end = await windowEnd(port);
    assert.equal(linesOf((await askAlone(port, "/discord/next?n=10000")).text).length, 10_000);
    await until(async () => (await windowEnd(port)) > end);
    assert.ok(slow.bytes < 1_000_000 * "123456789012345678".length, "Sonyflake has made all");
  });

  test("a request for IDs waits for no other format, and /metrics waits for no IDs", async (context) => {
    const { port } = await serve(context, "discord", "sonyflake", "--store", newStore().path, "--max-count", "1000000");
    const all = await attackers(port, 200);
    for (const attacker of all) attacker.read().send("/sonyflake/next?n=1000000");
    await until(() => all.every(({ bytes }) => bytes > 0));
    const made = () => metric(port, 'flakekit_ids_total{format="sonyflake"}');
    // If this request had to wait for the requests of Sonyflake, it would be answered after 100 IDs for each of them.
    const fewest = async (request) => {
      let few = Infinity;
      for (let tries = 0; tries < 20; tries++) {
        const before = await made();
        await request();
        few = Math.min(few, (await made()) - before);
      }
      return few;
    };
    assert.ok((await fewest(() => undefined)) < 10_000, "/metrics waits for Sonyflake");
    assert.ok((await fewest(() => askAlone(port, "/discord/next"))) < 10_000, "Discord waits for Sonyflake");
    await Promise.all(all.map((attacker) => attacker.end()));
  });

  test("a connection has one answer in work, and the requests after it are not read", async (context) => {
    const { port } = await serve(context, "sonyflake", "--store", newStore().path, "--max-count", "1000000");
    const pipelined = new Attacker(port).read().send("/sonyflake/next?n=1000", 100);
    await until(async () => (await metric(port, 'flakekit_ids_total{format="sonyflake"}')) > 0);
    for (let i = 0; i < 5; i++) assert.ok((await metric(port, "flakekit_requests_waiting")) <= 1);
    await pipelined.end();
    // The requests have 64 MB, of which the buffers of both systems hold a part.
    const { socket } = new Attacker(port).read().send("/sonyflake/next?n=1000000");
    await once(socket, "data");
    const request = `GET /health HTTP/1.1\r\nhost: a\r\nlong: ${"x".repeat(8_000)}\r\n\r\n`;
    let sent = 0;
    const send = () => void (sent < 8_000 && socket.write(request, (error) => error ?? ((sent += 1), send())));
    send();
    let before;
    for (let same = 0; same < 20; same = sent === before ? same + 1 : 0) {
      before = sent;
      await askAlone(port, "/health");
    }
    assert.ok(sent < 8_000, "it has read all requests");
    socket.destroy();
  });

  test("no IDs are made for connections that have gone", async (context) => {
    const { port } = await serve(context, "sonyflake", "--store", newStore().path, "--max-count", "1000000");
    const all = await attackers(port, 20);
    for (const attacker of all) attacker.read().send("/sonyflake/next?n=1000000");
    await until(() => all.every(({ bytes }) => bytes > 0));
    await Promise.all(all.map((attacker) => attacker.end()));
    await until(async () => (await metric(port, "flakekit_connections")) === 1);
    const made = () => metric(port, 'flakekit_ids_total{format="sonyflake"}');
    let others = Infinity;
    // The server may still be making the last IDs for one of the requests.
    for (let tries = 0; tries < 10 && others > 0; tries++) {
      const before = await made();
      await askAlone(port, "/sonyflake/next?n=1000");
      others = (await made()) - before - 1000;
    }
    assert.equal(others, 0);
  });

  test("a request is refused with 503 and told when to come back, if too many wait for IDs", async (context) => {
    const { port } = await serve(context, "sonyflake", "--store", newStore().path, "--max-waiting", "2");
    const all = await attackers(port, 4);
    for (const attacker of all) attacker.read().send("/sonyflake/next?n=10000", 10);
    let refused;
    for (let rounds = 0; rounds < 50 && refused === undefined; rounds++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => askAlone(port, "/sonyflake/next")));
      assert.ok(answers.every(({ status }) => status === 200 || status === 503));
      refused = answers.find(({ status }) => status === 503);
    }
    assert.ok(refused !== undefined, "no request was refused");
    assert.equal(refused.headers["retry-after"], "1");
    assert.match(refused.text, /^OVERLOADED: 2 requests wait for IDs/);
    assert.equal((await askAlone(port, "/health")).status, 200);
    await Promise.all(all.map((attacker) => attacker.end()));
    let answer;
    do answer = await askAlone(port, "/sonyflake/next");
    while (answer.status === 503);
    assert.equal(answer.status, 200);
  });

  test("connections beyond the most are dropped, which is counted and said once", async (context) => {
    const { port, messages } = await serve(context, "discord", "--store", newStore().path, "--max-connections", "3");
    const kept = await attackers(port, 3);
    // Each connection sends a request, so that the server has accepted it.
    for (const attacker of kept) attacker.read().send("/health");
    await until(() => kept.every(({ bytes }) => bytes > 0));
    for (let i = 0; i < 2; i++) {
      const dropped = new Attacker(port).read().send("/health");
      await dropped.closed;
      assert.equal(dropped.bytes, 0);
    }
    const said = messages.filter((text) => text.includes("--max-connections"));
    assert.equal(said.length, 1, messages.join(""));
    assert.match(said[0], /3 connections are open/);
    await kept[0].end();
    // The server may learn of the end a little later.
    let count;
    do count = await metric(port, "flakekit_connections_dropped_total").catch(() => undefined);
    while (count === undefined);
    assert.ok(count >= 2);
    await Promise.all(kept.map((attacker) => attacker.end()));
  });

  test("metrics tell how many connections are open and how many requests wait, also when they have ended", async (context) => {
    const { port } = await serve(context, "sonyflake", "--store", newStore().path);
    const kept = await attackers(port, 2);
    for (const attacker of kept) attacker.read().send("/health");
    await until(() => kept.every(({ bytes }) => bytes > 0));
    assert.equal(await metric(port, "flakekit_connections"), 3);
    const waiting = await attackers(port, 20);
    for (const attacker of waiting) attacker.read().send("/sonyflake/next?n=1000", 20);
    await until(async () => (await metric(port, "flakekit_requests_waiting")) > 0);
    await Promise.all([...kept, ...waiting].map((attacker) => attacker.end()));
    await until(async () => (await metric(port, "flakekit_requests_waiting")) === 0);
    // The connection of the request itself is open.
    await until(async () => (await metric(port, "flakekit_connections")) === 1);
  });

  test("the most connections leave descriptors to the store", async (context) => {
    for (const [descriptors, ...most] of [
      [512, 448],
      [100, 50],
      [undefined, 4096],
      [1_000_000, 4096],
      [1_000_000, 5000, "--max-connections", "5000"],
    ]) {
      const [max, ...options] = most;
      const given = { descriptors: () => descriptors };
      const { port, end } = await serveIn(context, given, "discord", "--store", newStore().path, ...options);
      assert.equal(await metric(port, "flakekit_connections_max"), max);
      await end();
    }
    const args = ["serve", "discord", "--store", newStore().path, "--max-connections", "449"];
    const { code, stderr } = await flakekit(args, "", { descriptors: () => 512 });
    assert.equal(code, 2);
    for (const word of ["449", "448", "512", "64", "ulimit"]) assert.ok(stderr.includes(word), stderr);
  });

  test("idle connections of a process with few descriptors do not keep its lease from being extended", async (context) => {
    const { port, cwd } = await spawnLimited(context, 128, "discord", "--lease", "./ids", "--window", "2000");
    assert.equal(await metric(port, "flakekit_connections_max"), isWindows ? 4096 : 64);
    const store = file(join(cwd, "ids"));
    const endOf = async () => Math.max(...(await listSeats(store, "discord")).seats.map((seat) => seat.until));
    const idle = await attackers(port, 200);
    let isOver = false;
    context.after(() => (isOver = true));
    // Without the pause, this process would be too busy to read the store in time.
    const keepOpen = (attacker) =>
      void attacker.read().closed.then(async () => {
        await sleep(PAUSE_MS);
        if (!isOver) keepOpen(new Attacker(port));
      });
    idle.forEach(keepOpen);
    // The end is awaited twice, because the first extension may have begun before the connections were open.
    for (let i = 0; i < 2; i++) {
      const end = await endOf();
      await until(async () => (await endOf()) > end);
    }
  });
});
