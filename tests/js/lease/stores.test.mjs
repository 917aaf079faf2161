// Every store of the package passes the checks of stores.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { memory } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { file } from "flakekit/lease/file";
import { threads } from "flakekit/lease/threads";
import { temporaryDirectory } from "../support/temporary.mjs";

/** Connections to a store of each kind. */
const stores = {
  memory: () => {
    const store = memory();
    return [store, store];
  },
  file: () => {
    const directory = join(temporaryDirectory(), "leases");
    return [file(directory), file(directory), file(directory)];
  },
  "threads, with shared memory": () => [threads(), threads()],
  "threads, by messages": () => {
    const { port1, port2 } = new MessageChannel();
    threads().serve(port1);
    return [threads(), threads({ port: port2 })];
  },
};

for (const [name, connect] of Object.entries(stores)) {
  test(`the store ${name} passes every check`, async () => {
    const results = await conformance(connect());
    assert.deepEqual(
      results.filter(({ passed }) => !passed),
      [],
    );
  });
}
