// Copies of generators, which could repeat IDs, and frozen formats.

import assert from "node:assert/strict";
import { test } from "node:test";
import { batch, batchAsync, defineFormat, discord, generator, snapshot, withOptions } from "flakekit";
import { allFormats, WITH_PARTS } from "../support/shared.mjs";

const own = defineFormat(WITH_PARTS);

test("the methods of a copy of a generator throw, so that it makes no IDs", async () => {
  for (const [format, options] of [...allFormats, [own, { place: 5 }]]) {
    const ids = generator(format, { ...options, onExhausted: "lead", maxLead: 60_000 });
    const seen = new Set([ids.next(), ids.next()]);
    const ignored = new Proxy(ids, { set: () => true });
    const copies = [
      Object.create(ids),
      Object.assign(Object.create(Object.getPrototypeOf(ids)), ids),
      Object.create(Object.getPrototypeOf(ids), Object.getOwnPropertyDescriptors(ids)),
      ignored,
    ];
    for (const copy of copies) {
      assert.throws(() => batch(copy, 5), { code: "INVALID_OPTION" });
      assert.throws(() => snapshot(copy), { code: "INVALID_OPTION" });
      assert.throws(() => copy.free(), TypeError);
      await assert.rejects(batchAsync(copy, 5), { code: "INVALID_OPTION" });
    }
    for (let i = 0; i < 500; i++) seen.add(ids.next());
    assert.equal(seen.size, 502);
  }
});

test("a frozen format works, and its name cannot be changed", () => {
  const frozen = Object.freeze(withOptions(own, { epoch: "2024-06-01" }));
  const id = generator(frozen, { place: 1 }).next();
  assert.equal(frozen.decode(id).place, 1);
  assert.equal(frozen["~standard"].validate(String(id)).value, String(id));
  assert.equal(withOptions(frozen, { epoch: "2025-01-01" }).name, "own");
  assert.throws(() => (discord.name = "evil"), TypeError);
});
