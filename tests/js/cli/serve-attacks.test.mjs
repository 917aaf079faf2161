// The installed command `serve` under attack: connections that send many requests, read nothing, or only stay open. The whole
// forms of these attacks are in `torture/serve.mjs`.

import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
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

/** So many IDs of Discord, as lines. */
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
    const { port } = await spawnServer(context, "discord", "--lease", "./ids", "--window", "1000");
    const ofEach = 100;
    const all = await attackers(port, 20);
    for (const attacker of all) attacker.read().send("/discord/next?n=10000", ofEach);
    await until(() => all.every(({ bytes }) => bytes > 0));
    const end = await windowEnd(port);
    assert.equal(linesOf((await askAlone(port, "/discord/next?n=10000")).text).length, 10_000);
    await until(async () => (await windowEnd(port)) > end);
    // All this came before the last byte of any of them.
    for (const { bytes } of all) assert.ok(bytes < bytesOf(10_000 * ofEach), "an attacker has got all");
  });

  test("connections that read nothing stop nobody", async (context) => {
    const { port } = await spawnServer(context, "discord", "--lease", "./ids");
    const all = await attackers(port, 200);
    // The buffers of both systems take all these answers.
    for (const attacker of all) attacker.readNothing().send("/discord/next?n=1000", 20);
    let made = 0;
    await until(async () => (made = await metric(port, 'flakekit_ids_total{format="discord"}')) > 0);
    assert.ok(made < 200 * 20_000, "all IDs were made before another request was answered");
    assert.equal(linesOf((await askAlone(port, "/discord/next?n=10000")).text).length, 10_000);
    assert.equal((await askAlone(port, "/health")).status, 200);
    await Promise.all(all.map((attacker) => attacker.end()));
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

  test("a request is refused with 503 and told when to come back, if too many wait for IDs", async (context) => {
    const { port } = await serve(context, "sonyflake", "--store", newStore().path, "--max-waiting", "2");
    const all = await attackers(port, 4);
    for (const attacker of all) attacker.read().send("/sonyflake/next?n=10000", 10);
    let refused;
    do {
      const answers = await Promise.all(Array.from({ length: 20 }, () => askAlone(port, "/sonyflake/next")));
      assert.ok(answers.every(({ status }) => status === 200 || status === 503));
      refused = answers.find(({ status }) => status === 503);
    } while (refused === undefined);
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
    // A request on each, so that the server has accepted them.
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
    const keepOpen = (attacker) =>
      void attacker.read().closed.then(() => {
        if (!isOver) keepOpen(new Attacker(port));
      });
    idle.forEach(keepOpen);
    // Twice, because the first extension may have begun before the connections were open.
    for (let i = 0; i < 2; i++) {
      const end = await endOf();
      await until(async () => (await endOf()) > end);
    }
    isOver = true;
  });
});
