// `leaseFromServer`: leases of servers, without the protocol of stores.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { batch, discord } from "flakekit";
import { lease, leaseFromServer, memory } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import * as manual from "flakekit/lease/manual";
import * as noWasm from "flakekit/lease/no-wasm";
import { bundleOf } from "../support/bundles.mjs";
import { handlerOf, NODES, seatsTaken, serve } from "../support/lease-http.mjs";
import { ControlledStore, rejected } from "../support/leases.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

/** Runs a bundle of a program in a process of its own, and returns what it prints as JSON. */
async function told(code) {
  const imports = `import { batch, discord } from "flakekit";
    import { leaseFromServer } from "flakekit/lease";
    import { http } from "flakekit/lease/http";`;
  const file = join(temporaryDirectory(), "bundle.mjs");
  writeFileSync(file, await bundleOf(`${imports} ${code}`));
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return JSON.parse(stdout);
}

test("a bundle with only leaseFromServer and http makes IDs of a server's seats, and gives its seat back", async (context) => {
  const store = new ControlledStore();
  const url = await serve(context, handlerOf({ store }));
  const [fields, ids, state] = await told(`
    const ids = await leaseFromServer(discord, { store: http("${url}", { headers: { "x-caller": "ada" } }) });
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

const REFUSED = "store is no server, and leaseFromServer leases from servers only: use lease";

test("it refuses a store, and names the other function, whatever else is loaded", async () => {
  for (const open of [leaseFromServer, manual.leaseFromServer, noWasm.leaseFromServer]) {
    await rejected("INVALID_OPTION", open(discord, { store: memory() }), REFUSED);
  }
  for (const also of ["", "use(lease, memory, handler);"]) {
    const refused = await told(`import { lease, memory } from "flakekit/lease";
      import { handler } from "flakekit/lease/http";
      globalThis.use = () => undefined;
      ${also}
      const store = { read() {}, swap() {} };
      const { code, message } = await leaseFromServer(discord, { store }).catch((error) => error);
      console.log(JSON.stringify([code, message]));`);
    assert.deepEqual(refused, ["INVALID_OPTION", REFUSED]);
  }
});

test("leases of both functions share a seat", async (context) => {
  const url = await serve(context, handlerOf());
  const store = http(url, { headers: { "x-caller": "ada" } });
  const [one, other] = await Promise.all([lease, leaseFromServer].map((open) => open(discord, { store })));
  context.after(() => Promise.all([one.close(), other.close()]));
  assert.deepEqual(one.status().fields, other.status().fields);
  assert.equal(new Set([...batch(one, 50), ...batch(other, 50)]).size, 100);
});
