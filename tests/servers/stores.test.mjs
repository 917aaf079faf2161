// The stores of examples/stores/: on a real etcd, a fake DynamoDB with AWS's client, and Deno's real KV.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { batch, discord } from "flakekit";
import { lease, listSeats, resetSpace } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { broken, QUICK } from "./lib/checks.mjs";
import { startEtcd } from "./lib/etcd.mjs";
import { newFolder } from "./lib/user.mjs";

/** The suite copies the examples into its project. */
const examples = join(import.meta.dirname, "examples", "stores");
const { etcd } = await import(pathToFileURL(join(examples, "etcd.mjs")).href);
const { dynamodb } = await import(pathToFileURL(join(examples, "dynamodb.mjs")).href);

/** The clock of a host that is 5 s behind. */
const behind = () => Date.now() - 5_000;

/** Starts dynalite, and resolves to AWS's client of it, with a table. */
async function startDynamo(context) {
  const server = createRequire(import.meta.url)("dynalite")({ createTableMs: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => server.close());
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${server.address().port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "any", secretAccessKey: "any" },
    maxAttempts: 1,
  });
  context.after(() => client.destroy());
  await client.send(
    new CreateTableCommand({
      TableName: "leases",
      AttributeDefinitions: [{ AttributeName: "space", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "space", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  return client;
}

/**
 * For each store, a function that connects to a new server. It resolves to a function that makes
 * connections.
 */
const STORES = {
  etcd: async (context) => {
    const url = await startEtcd(context);
    return (options) => etcd(url, options);
  },
  DynamoDB: async (context) => {
    const client = await startDynamo(context);
    return (options) => dynamodb(client, "leases", options);
  },
};

for (const [name, start] of Object.entries(STORES)) {
  test(`in ${name}, the store passes every check of stores, although clocks of hosts differ`, async (context) => {
    const connect = await start(context);
    assert.deepEqual(broken(await conformance([connect(), connect(), connect({ clock: behind })])), []);
  });

  test(`in ${name}, the host's own clock in place of the common one fails the checks`, async (context) => {
    const connect = await start(context);
    const own = (clock) => {
      const store = connect({ clock });
      const swap = (...args) => (clock() < args[4].before ? store.swap(...args) : Promise.resolve(false));
      return { swap, read: async (...args) => ({ ...(await store.read(...args)), now: clock() }) };
    };
    const failed = broken(await conformance([own(Date.now), own(behind)])).map(({ check }) => check);
    assert.ok(failed.includes("all connections have one clock"), failed.join());
  });

  test(`in ${name}, a lease makes IDs and releases its seat`, async (context) => {
    const store = (await start(context))();
    // A seat can only be released before its window ends. On a busy machine, the test takes longer than a window of
    // `QUICK`.
    const ids = await lease(discord, { store, ...QUICK, window: 1_500 });
    assert.equal(new Set(batch(ids, 100)).size, 100);
    await ids.close();
    const { seats } = await listSeats(store, "discord");
    assert.deepEqual(
      seats.map(({ owner }) => owner),
      [null],
    );
  });
}

test("in Deno, the store in Deno KV passes every check of stores, and a lease makes IDs", async (context) => {
  const folder = newFolder("deno-kv");
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const deno = join(import.meta.dirname, "node_modules", ".bin", "deno");
  const options = ["run", "--quiet", "--no-prompt", "--allow-all", "--unstable-kv", "--node-modules-dir=manual"];
  const program = join(import.meta.dirname, "lib", "deno-kv.mjs");
  const args = [...options, program, pathToFileURL(join(examples, "deno-kv.mjs")).href, join(folder, "kv.db")];
  const { stdout } = await promisify(execFile)(deno, args);
  assert.deepEqual(JSON.parse(stdout), { broken: [], made: 100 });
});

/** Two leases of one seat. The table is restored to the state before the first lease when the second lease begins. */
async function leasesAcrossRestore(context, whenRestored) {
  const client = await startDynamo(context);
  const table = { TableName: "leases", Key: { space: { S: "discord" } } };
  const connect = () => dynamodb(client, "leases");
  const terms = { nodes: [0, 0], window: 5_000, clockSkew: 50, maxWait: 8_000 };
  await lease(discord, { store: connect(), ...terms }).then((ids) => ids.close());
  const { Item } = await client.send(new GetItemCommand({ ...table, ConsistentRead: true }));
  const one = await lease(discord, { store: connect(), ...terms });
  context.after(() => one.close());
  await client.send(new PutItemCommand({ TableName: "leases", Item }));
  await whenRestored(connect());
  const other = lease(discord, { store: connect(), ...terms, maxWait: 1_000 });
  context.after(() =>
    other.then(
      (ids) => ids.close(),
      () => undefined,
    ),
  );
  return { one, other };
}

// The tests wait for grace periods.
describe("after a backup was restored", { concurrency: true }, () => {
  test("without resetSpace, two leases have the same seat at the same time", async (context) => {
    const { one, other } = await leasesAcrossRestore(context, () => undefined);
    const [a, b] = [one.status(), (await other).status()];
    assert.deepEqual(a.fields, b.fields);
    assert.ok(b.until - 5_000 < a.until, "the windows overlap");
  });

  test("with resetSpace, nobody gets a seat that may be taken", async (context) => {
    const { other } = await leasesAcrossRestore(context, (store) => resetSpace(store, "discord"));
    await assert.rejects(other, { code: "NO_FREE_SEAT" });
  });
});
