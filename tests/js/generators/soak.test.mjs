// Many IDs: hundreds of thousands in `npm test`, and millions in `npm run test:long`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { generator, sno } from "flakekit";
import { assertInOrder, countWithin, formats, NOW, repeats, size } from "../support/shared.mjs";

for (const [format, options] of formats) {
  const count = countWithin(format, size(400, 8000), size(200_000, 2_000_000));

  test(`${format.name}: ${count} IDs made in a tight loop strictly increase, or never repeat if the sequence is rolling`, () => {
    const ids = generator(format, options);
    const made = format.native === "number" ? new Float64Array(count) : new BigUint64Array(count);
    for (let i = 0; i < count; i++) made[i] = ids.next();
    assertInOrder(format, made);
  });

  const generators = countWithin(format, size(200, 8000), size(20_000, 100_000));

  test(`${format.name}: ${generators} generators with equal options that make one ID each never repeat one`, () => {
    const made = Array.from({ length: generators }, () => generator(format, options).next());
    assert.equal(repeats(made), 0);
  });
}

const SNOS = size(200_000, 5_000_000);

test(`sno: ${SNOS} IDs on the real clock increase, so none repeats`, () => {
  const ids = generator(sno, { partition: 1 });
  let last = "";
  for (let i = 0; i < SNOS; i++) {
    const id = ids.next();
    if (!(id > last)) assert.fail(`${id} after ${last}`);
    last = id;
  }
});

test(`sno: ${SNOS} IDs with the clock set back by 5 s in the middle never repeat or wait, and the toggle changes`, () => {
  let now = NOW;
  let waits = 0;
  // 4096 readings per unit, so no unit's 65 536 numbers are used up, on a machine of any speed.
  const clock = () => (now += 1 / 1024);
  const ids = generator(sno, { partition: 2, clock, onOverflow: () => waits++ });
  for (const toggle of [0, 1]) {
    // Each half is sorted, and the halves differ in their toggle, so no ID repeats.
    let last = "";
    for (let i = 0; i < SNOS / 2; i++) {
      const id = ids.next();
      if (!(id > last)) assert.fail(`${id} after ${last}`);
      if (i % 1000 === 0) assert.equal(sno.decode(id).toggle, toggle);
      last = id;
    }
    now -= 5000;
  }
  assert.equal(waits, 0);
});
