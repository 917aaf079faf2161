// The long ones: millions of IDs on the real clock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, increasing, repeats, rolling } from "./support.mjs";

for (const [format, options] of formats) {
  // Sonyflake holds 25 600 a second; the others hold at least ten times that.
  const count = format.name === "sonyflake" ? 200_000 : 2_000_000;

  test(`${format.name}: ${count} IDs in a tight loop, none twice`, () => {
    const ids = format.generator(options);
    const made = format.native === "number" ? new Float64Array(count) : new BigUint64Array(count);
    for (let i = 0; i < count; i++) made[i] = ids.next();
    if (rolling.includes(format.name)) assert.equal(repeats(made), 0);
    else assert.ok(increasing(made));
  });

  test(`${format.name}: 100 000 generators made with equal options, one ID each, none twice`, () => {
    const made = Array.from({ length: 100_000 }, () => format.generator(options).next());
    assert.equal(repeats(made), 0);
  });
}
