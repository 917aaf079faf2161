// The long ones: millions of IDs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sno } from "flakekit";
import { formats, increasing, NOW, repeats, rolling } from "./support.mjs";

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

test("sno: 5 000 000 IDs on the real clock, sorted, so none twice", () => {
  const ids = sno.generator({ partition: 1 });
  let last = "";
  for (let i = 0; i < 5_000_000; i++) {
    const id = ids.next();
    if (!(id > last)) assert.fail(`${id} after ${last}`);
    last = id;
  }
});

test("sno: 5 000 000 IDs with the clock stepped back 5 s in the middle: none twice, no wait, toggled", () => {
  let now = NOW;
  let waits = 0;
  // Slow enough that no unit's numbers are used up, on a machine of any speed.
  const clock = () => (now += 1 / 1024);
  const ids = sno.generator({ partition: 2, clock, onOverflow: () => waits++ });
  for (const toggle of [0, 1]) {
    // Sorted within each half, and the halves differ in their toggle: so none is twice.
    let last = "";
    for (let i = 0; i < 2_500_000; i++) {
      const id = ids.next();
      if (!(id > last)) assert.fail(`${id} after ${last}`);
      if (i % 1000 === 0) assert.equal(sno.decode(id).toggle, toggle);
      last = id;
    }
    now -= 5000;
  }
  assert.equal(waits, 0);
});
