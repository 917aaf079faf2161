// The installed command `serve`: a server of IDs for other languages.

import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { batch, discord, sno, snowflakeSI } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { http } from "flakekit/lease/http";
import { ask, JSON_ONLY, newStore, serve, spawnServer } from "../support/serve.mjs";
import { flakekit, linesOf } from "../support/cli.mjs";
import { until } from "../support/leases.mjs";
import { Attacker } from "../support/serve-attacks.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

test("two servers of one directory make as many IDs as each client asks for, and none twice", async (context) => {
  const directory = temporaryDirectory();
  const servers = await Promise.all(
    [1, 2].map(() => spawnServer(context, "discord", "sonyflake", "--lease", directory)),
  );
  const ask3000 = ({ url }) => ["discord", "sonyflake"].map(async (name) => ask(url, `/${name}/next?n=3000`));
  const answers = await Promise.all([...servers, ...servers].flatMap(ask3000));
  for (const { status, headers } of answers) {
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "text/plain; charset=utf-8");
    assert.equal(headers.get("cache-control"), "no-store");
  }
  for (const which of [0, 1]) {
    const ids = answers.filter((_, i) => i % 2 === which).flatMap(({ text }) => linesOf(text));
    assert.equal(ids.length, 12_000);
    assert.equal(new Set(ids).size, 12_000);
  }
});

test("IDs are numbers in JSON where JavaScript's IDs are, and texts otherwise", async (context) => {
  const { url } = await serve(
    context,
    "snowflake-si",
    "discord",
    "sno",
    "--epoch",
    "2024-01-01",
    "--store",
    newStore().path,
  );
  const get = async (path) => JSON.parse((await ask(url, path, JSON_ONLY)).text);
  const numbers = await get("/snowflakeSI/next?n=250");
  assert.equal(numbers.length, 250);
  assert.ok(numbers.every((id) => snowflakeSI.isValid(id)));
  const texts = await get("/discord/next?n=2");
  assert.ok(texts.length === 2 && texts.every((id) => typeof id === "string" && discord.isValid(id)));
  const [hex] = await get("/snowflakeSI/next?as=hex");
  assert.match(hex, /^[0-9a-f]+$/);
  const [id] = await get("/sno/next?meta=7");
  assert.equal(sno.meta(id), 7);
});

test("an ID is read as each format that could have made it, or as the one that is named", async (context) => {
  const { url } = await serve(context, "discord", "--store", newStore().path);
  const { candidates } = JSON.parse((await ask(url, "/decode/1541815603606036480")).text);
  assert.ok(candidates.some(({ format }) => format === "twitter"));
  const { machineId, date } = JSON.parse((await ask(url, "/decode/1541815603606036480?format=x")).text);
  assert.deepEqual([machineId, date], [378, "2022-06-28T16:07:40.105Z"]);
});

test("a request that is wrong is refused, with its reason as text or JSON", async (context) => {
  const { url } = await serve(context, "discord", "sno", "--store", newStore().path, "--max-count", "500");
  for (const [path, status, code, ...words] of [
    ["/", 404, "NOT_FOUND", "/health"],
    ["/twitter/next", 404, "NOT_FOUND", "twitter", "discord, sno"],
    ["/discord/next?n=0", 400, "INVALID_QUERY", "'0'", "from 1 to 500"],
    ["/discord/next?n=501", 400, "INVALID_QUERY", "from 1 to 500"],
    ["/discord/next?n=1e2", 400, "INVALID_QUERY", "'1e2'"],
    ["/discord/next?count=2", 400, "INVALID_QUERY", "'count'", "n, as, padded, short"],
    ["/discord/next?short=1", 400, "INVALID_QUERY", "short is '1'", "true or false"],
    ["/discord/next?n=2&n=3", 400, "INVALID_QUERY", "more than once"],
    ["/discord/next?as=roman", 400, "INVALID_OPTION", "roman"],
    ["/sno/next?meta=256", 400, "INVALID_FIELD", "from 0 to 255"],
    ["/decode/no.id", 400, "INVALID_ID", "'no.id'"],
    ["/decode/%ff", 400, "INVALID_ID", "%ff"],
    ["/decode/5?format=roman", 400, "INVALID_QUERY", "roman"],
    ["/decode/5?format=snowflakeSI", 400, "EPOCH_REQUIRED", "snowflakeSI"],
    ["/health?a", 400, "INVALID_QUERY", "'a'"],
  ]) {
    const { status: got, text } = await ask(url, path);
    assert.deepEqual([got, text.split(":")[0]], [status, code], path);
    for (const word of words) assert.ok(text.includes(word), `'${word}' is not in: ${text}`);
    const { error } = JSON.parse((await ask(url, path, JSON_ONLY)).text);
    assert.equal(`${error.code}: ${error.message}\n`, text);
  }
  const { status, headers } = await ask(url, "/discord/next", { method: "DELETE" });
  assert.deepEqual([status, headers.get("allow")], [405, "GET, POST"]);
  assert.equal((await ask(url, "/discord/next", { method: "POST", body: "x" })).status, 413);
  assert.equal((await ask(url, "/health", { headers: { long: "x".repeat(9_000) } })).status, 431);
  assert.equal((await ask(url, "/discord/next", { method: "POST" })).status, 200);
});

test("metrics count requests and IDs, and health shows the leases", async (context) => {
  const { url } = await serve(context, "discord", "--store", newStore().path);
  await ask(url, "/discord/next?n=5");
  await ask(url, "/discord/next?n=-5");
  await ask(url, "/unknown");
  const { text, headers } = await ask(url, "/metrics");
  assert.equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const sample of [
    'flakekit_ids_total{format="discord"} 5',
    'flakekit_requests_total{route="next",status="200"} 1',
    'flakekit_requests_total{route="next",status="400"} 1',
    'flakekit_requests_total{route="other",status="404"} 1',
    'flakekit_lease_held{format="discord"} 1',
  ]) {
    assert.ok(text.split("\n").includes(sample), `${sample} is not in:\n${text}`);
  }
  const health = await ask(url, "/health");
  const { healthy, leases } = JSON.parse(health.text);
  assert.deepEqual([health.status, healthy, leases[0].format, leases[0].state], [200, true, "discord", "held"]);
});

test("a signal lets requests end, releases the seats, and ends the server", async (context) => {
  for (const name of ["SIGTERM", "SIGINT"]) {
    const { url, cwd, signal, ended } = await spawnServer(context, "sonyflake", "--lease", "./ids");
    const [response] = await once(get(`${url}/sonyflake/next?n=10000`), "response");
    signal(name);
    let text = "";
    for await (const data of response.setEncoding("utf8")) text += data;
    assert.equal(new Set(linesOf(text)).size, 10_000);
    assert.deepEqual(await ended, { code: 0, signal: null });
    const { seats } = await listSeats(file(join(cwd, "ids")), "sonyflake");
    assert.deepEqual(
      seats.map(({ owner }) => owner),
      [null],
    );
  }
});

/** The options with which clients get seats. The caller is the header "authorization". */
function clientOptions({ nodes = "0-3", text = `${"s".repeat(32)}\n` } = {}) {
  const directory = temporaryDirectory();
  const [authorize, secret] = ["authorize.mjs", "secret"].map((name) => join(directory, name));
  writeFileSync(authorize, "export default (request) => request.headers.get('authorization');");
  writeFileSync(secret, text);
  return ["--nodes", nodes, "--clients", "4-7", "--client-shares", "2", "--authorize", authorize, "--secret", secret];
}

test("clients lease seats of their own nodes, and share no ID with each other and with the server", async (context) => {
  const options = clientOptions();
  const directory = temporaryDirectory();
  const one = await serve(context, "discord", "--lease", directory, ...options);
  const other = await serve(context, "discord", "--lease", directory, ...options);
  const open = (url, caller) => lease(discord, { store: http(url, { headers: { authorization: caller } }) });
  const clients = await Promise.all([
    open(`${one.url}/discord/lease`, "ada"),
    open(`${other.url}/lease`, "bob"),
    open(`${other.url}/lease`, "ada"),
  ]);
  const made = clients.map((ids) => Array.from(batch(ids, 2000), String));
  const all = [...made.flat(), ...linesOf((await ask(one.url, "/discord/next?n=2000")).text)];
  assert.equal(new Set(all).size, 8000);
  for (const ids of made) assert.ok(discord.decode(ids[0]).processId >= 4);
  for (const ids of clients) await ids.close();
  await assert.rejects(lease(discord, { store: http(`${one.url}/lease`), maxWait: 100 }), { code: "STORE_FAILED" });
  const { text } = await ask(one.url, "/metrics");
  assert.match(text, /flakekit_requests_total\{route="lease",status="401"\}/);
});

test("a server that leases nothing to clients says so", async (context) => {
  const { url } = await serve(context, "discord", "sno", "--store", newStore().path);
  for (const [path, ...words] of [
    ["/discord/lease", "--clients"],
    ["/lease", "discord, sno"],
  ]) {
    const { status, text } = await ask(url, path, { method: "POST" });
    assert.equal(status, 404);
    for (const word of words) assert.ok(text.includes(word), text);
  }
});

test("connections that are kept alive do not keep the server from ending", async (context) => {
  const { url, end } = await serve(context, "discord", "--store", newStore().path);
  const request = httpRequest(`${url}/health`, { headers: { connection: "keep-alive" } }).end();
  const [response] = await once(request, "response");
  await once(response.resume(), "end");
  assert.equal((await end()).code, 0);
});

test("a server that cannot serve says why, and what to do", async (context) => {
  const directory = temporaryDirectory();
  const { url } = await serve(context, "discord", "--lease", directory);
  const { port } = new URL(url);
  for (const [args, ...words] of [
    [["--lease", directory], "no format", "flakekit serve discord"],
    [["roman", "--lease", directory], "roman"],
    [["discord"], "give a directory"],
    [["discord", "discord", "--lease", directory], "more than once"],
    [["discord", "sno", "--space", "a", "--lease", directory], "--space"],
    [["discord", "--epoch", "2024-01-01", "--lease", directory], "--epoch"],
    [["snowflakeSI", "--lease", directory], "--epoch 2024-01-01"],
    [["discord", "--port", "65536", "--lease", directory], "65536", "from 0 to 65535"],
    [["discord", "--max-count", "0", "--lease", directory], "from 1 to"],
    [["discord", "--port", port, "--lease", directory], "EADDRINUSE", "another --port"],
    [["discord", "--lease", directory, "--clients", "4-7"], "--clients", "--authorize"],
    [["discord", "--lease", directory, ...clientOptions().slice(2)], "--nodes"],
    [
      ["discord", "--lease", directory, ...clientOptions({ nodes: "0-5" })],
      "--clients 4-7",
      "--nodes 0-5",
      "in common",
    ],
    [["discord", "--lease", directory, ...clientOptions({ text: `${"s".repeat(31)}\n` })], "31 bytes", "at least 32"],
    [["discord", "--lease", directory, ...clientOptions().slice(0, -1), directory], "--secret can't be read"],
    [["discord", "--lease", directory, ...clientOptions(), "--client-window", "x"], "--client-window"],
  ]) {
    const { code, stderr } = await flakekit(["serve", ...args]);
    assert.equal(code, 2, stderr);
    for (const word of words) assert.ok(stderr.includes(word), `'${word}' is not in: ${stderr}`);
  }
});

// Each of these waits for seconds.
describe("servers, at the same time", { concurrency: true }, () => {
  test("a client that does not read, or sends no request, stops nobody else", async (context) => {
    const { url } = await serve(context, "discord", "--store", newStore().path, "--max-count", "10000000");
    const { port } = new URL(url);
    const idle = connect({ host: "127.0.0.1", port });
    const slow = get(`${url}/discord/next?n=10000000`);
    slow.on("error", () => undefined);
    const [response] = await once(slow, "response");
    await once(response, "readable");
    assert.equal(linesOf((await ask(url, "/discord/next?n=10000")).text).length, 10_000);
    const [, reply] = await Promise.all([once(idle, "close"), once(idle, "data")]);
    assert.match(String(reply), /^HTTP\/1.1 408 /);
    slow.destroy();
  });

  test("a store that is down makes the server unhealthy, and refuses IDs, once the window is used up", async (context) => {
    const { path, switchOff } = newStore();
    const { url } = await serve(context, "discord", "--store", path, "--window", "200");
    let health;
    // On a busy machine, a window may end before the next window is taken.
    do health = await ask(url, "/health");
    while (health.status !== 200);
    switchOff();
    do health = await ask(url, "/health");
    while (health.status === 200);
    assert.equal(health.status, 503);
    let answer;
    // The answer that uses up the last IDs is cut.
    do answer = await ask(url, "/discord/next?n=10000").catch(() => undefined);
    while (answer?.status !== 503);
    assert.equal(answer.headers.get("retry-after"), "1");
    assert.match(answer.text, /^(STORE_FAILED|LEASE_EXPIRED): /);
  });

  test("an answer that cannot be completed is cut, so that nobody takes it for complete", async (context) => {
    const { path, switchOff } = newStore();
    // The server runs in another process, because this process could not read while the server waits for the clock.
    const options = ["--store", path, "--window", "200", "--max-count", "1000000"];
    const { url } = await spawnServer(context, "sonyflake", ...options);
    let response;
    // On a busy machine, a window may end before the next window is taken.
    do {
      response?.resume();
      [response] = await once(get(`${url}/sonyflake/next?n=1000000`), "response");
    } while (response.statusCode !== 200);
    switchOff();
    await assert.rejects(async () => {
      for await (const data of response) assert.ok(data.length > 0);
    }, /aborted|terminated/);
  });

  test("a request that waits for the one before it is not taken for a slow one", async (context) => {
    const { port } = await serve(context, "sonyflake", "--store", newStore().path, "--max-count", "200000");
    const client = new Attacker(port, { keeps: true }).read();
    // Sonyflake has 256 IDs in 10 ms, so the first answer takes 7 s: more than a request may take to arrive.
    client.send("/sonyflake/next?n=180000").send("/decode/1?x=1", 30).send("/health", 1, "connection: close\r\n");
    await client.closed;
    const statuses = Array.from(client.text.matchAll(/^HTTP\/1.1 (\d+)/gm), ([, status]) => Number(status));
    assert.deepEqual(statuses, [200, ...Array(30).fill(400), 200]);
  });

  test("a secret is replaced without a client that loses its seat, and servers share the clock skew with clients", async (context) => {
    const [old, next] = ["first", "other"].map((text) => {
      // The file has bytes that are no text, but end as a text does.
      const path = join(temporaryDirectory(), text);
      writeFileSync(path, Buffer.concat([Buffer.from(text), Buffer.alloc(32, 0xff), Buffer.from(" \r\n")]));
      return path;
    });
    const options = [...clientOptions().slice(0, -1), old, "--clock-skew", "500", "--store", newStore().path];
    const one = await serve(context, "discord", ...options);
    const other = await serve(context, "discord", ...options, "--secret", next);
    let { url } = one;
    const transport = (_, request) => fetch(`${url}/lease`, request);
    const ids = await lease(discord, {
      store: http(`${one.url}/lease`, { fetch: transport, headers: { authorization: "ada" } }),
    });
    const { fields, until: end } = ids.status();
    ({ url } = other);
    await until(() => ids.status().until > end);
    assert.deepEqual(ids.status().fields, fields);
    await ids.close();
  });
});
