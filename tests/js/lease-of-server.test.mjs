// `lease` of `flakekit/lease/http`: leases of servers, without the protocol of stores.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { batch, discord } from "flakekit";
import { lease } from "flakekit/lease";
import { http, lease as leaseOfServer } from "flakekit/lease/http";
import { bundleOf } from "./bundles.mjs";
import { handlerOf, NODES, seatsTaken, serve } from "./lease-http-support.mjs";
import { ControlledStore } from "./lease-support.mjs";
import { temporaryDirectory } from "./temporary.mjs";

/**
 * Runs a bundle of a program in a process of its own, and returns what it prints as JSON. Without a bundler, Node loads the
 * protocol too, for the handler that the entry exports.
 */
async function told(code) {
  const imports = 'import { batch, discord } from "flakekit"; import { http, lease } from "flakekit/lease/http";';
  const file = join(temporaryDirectory(), "bundle.mjs");
  writeFileSync(file, await bundleOf(`${imports} ${code}`));
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return JSON.parse(stdout);
}

test("a program that imports only flakekit/lease/http makes IDs of a server's seats, and gives its seat back", async (context) => {
  const store = new ControlledStore();
  const url = await serve(context, handlerOf({ store }));
  const [fields, ids, state] = await told(`
    const ids = await lease(discord, { store: http("${url}", { headers: { "x-caller": "ada" } }) });
    const made = [ids.next(), ...batch(ids, 99)].map(String);
    const { fields } = ids.status();
    await ids.close();
    console.log(JSON.stringify([fields, made, ids.status().state]));`);
  const node = (fields.workerId << 5) | fields.processId;
  assert.ok(node >= NODES[0] && node <= NODES[1]);
  assert.equal(new Set(ids).size, 100);
  assert.ok(ids.every((id) => discord.decode(id).processId === fields.processId));
  assert.equal(state, "closed");
  assert.deepEqual(
    (await seatsTaken(store)).map(({ owner }) => owner),
    [null],
  );
});

test("in a bundle of a page it refuses a store, and names the other entry", async () => {
  const refused = await told(`
    const store = { read() {}, swap() {} };
    const { code, message } = await lease(discord, { store }).catch((error) => error);
    console.log(JSON.stringify([code, message]));`);
  assert.deepEqual(refused, [
    "INVALID_OPTION",
    "store is no server, and flakekit/lease/http leases from servers only: use lease of flakekit/lease",
  ]);
});

test("it takes a store in a bundle that has the other entry too", async () => {
  const made = await told(`import { memory } from "flakekit/lease";
    const ids = await lease(discord, { store: memory() });
    console.log(JSON.stringify(String(ids.next())));
    await ids.close();`);
  assert.ok(discord.isValid(made));
});

test("leases of both entries share a seat", async (context) => {
  const url = await serve(context, handlerOf());
  const store = http(url, { headers: { "x-caller": "ada" } });
  const [one, other] = await Promise.all([lease, leaseOfServer].map((open) => open(discord, { store })));
  context.after(() => Promise.all([one.close(), other.close()]));
  assert.deepEqual(one.status().fields, other.status().fields);
  assert.equal(new Set([...batch(one, 50), ...batch(other, 50)]).size, 100);
});
