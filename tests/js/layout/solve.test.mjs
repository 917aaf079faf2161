// Promises of the search for a layout: of all formats, of random layouts, and of IDs that have none.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { defineFormat, formats, withOptions } from "flakekit";
import { DAY_MS, TIMES, USUAL, idsOf, numberOf, randomOf, samplesOf, usual } from "../support/samples.mjs";
import { room } from "../support/room.mjs";
import { size } from "../support/shared.mjs";

const { knownOf, layoutOf, solve } = await room("layout/index.ts");
const KNOWN = knownOf(formats());
const NOW = Date.UTC(2026, 0, 2);
const find = (samples, known = []) => solve(samples, known, NOW);

/** The number of an ID of any format. */
const valueOf = (format, id) => BigInt(`0x${Buffer.from(format.toBytes(id)).toString("hex")}`);

/** Makes IDs of a format by its `encode`. */
const madeBy = (format, random) => (at, node) => {
  const timestamp = format.epoch + Math.floor((at - format.epoch) / format.unit) * format.unit;
  const parts = format.fields
    .slice(1)
    .flatMap(({ name, kind, bits, parts }) =>
      (parts.length > 0 ? parts : [{ name, bits }]).map((part) => ({ ...part, kind })),
    );
  const numbers = parts.map(({ name, kind, bits }) => [name, numberOf(random, kind, bits, node)]);
  return valueOf(format, format.encode({ timestamp, ...Object.fromEntries(numbers) }));
};

/** The noises of times that each format is found with. In the long form each comes three times, with other random numbers. */
const NOISES = size(TIMES, [...TIMES, ...TIMES, ...TIMES]);

const below = ({ fields }) => fields.slice(1).reduce((sum, { bits }) => sum + bits, 0);

for (const format of formats()) {
  test(`samples of ${format.name} are found, with any noise of their times`, () => {
    const own = format.epoch === null ? withOptions(format, { epoch: "2019-01-01" }) : format;
    for (const times of NOISES.entries()) {
      const random = randomOf(1000 + times[0]);
      const count = 8 + Math.floor(random() * 90);
      const nodes = random() < 0.7 ? 1 : 3;
      const found = find(samplesOf(madeBy(own, random), { random, count, nodes, ...times[1] }), KNOWN);
      const what = `case ${times[0]}, ${count} samples`;
      assert.deepEqual([found.tick, found.shift, found.epoch.at], [own.unit, below(own), own.epoch], what);
      if (format.epoch === null) assert.ok(found.alike.includes(format.name), what);
      else assert.equal(found.known, format.name, what);
    }
  });
}

for (const [name, layout] of [
  ["LinkedIn", { tick: 1, epoch: 0, fields: [["random", 22]] }],
  ["TikTok", { tick: 1000, epoch: 0, fields: [["random", 32]] }],
]) {
  test(`samples of ${name} are found, with any noise of their times`, () => {
    for (const [n, times] of NOISES.entries()) {
      const random = randomOf(2000 + n);
      const found = find(samplesOf(idsOf(random, layout), { random, count: 10 + 5 * n, ...times }), KNOWN);
      assert.equal(found.known, name, `case ${n}`);
      assert.deepEqual(
        found.low.map(({ behaviour, bits }) => [behaviour, bits]),
        layout.fields,
      );
    }
  });
}

const TICKS = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 100, 125, 128, 200, 250, 256, 500, 512, 1000, 1024];
const bits = (min, max) => fc.integer({ min, max });
const lowFields = fc.oneof(
  fc.tuple(bits(1, 16), bits(4, 14)).map(([node, sequence]) => [
    ["node", node],
    ["sequence", sequence],
  ]),
  fc.tuple(bits(4, 14), bits(1, 16)).map(([sequence, node]) => [
    ["sequence", sequence],
    ["node", node],
  ]),
  fc.tuple(bits(1, 8), bits(8, 24)).map(([node, random]) => [
    ["node", node],
    ["random", random],
  ]),
  fc.tuple(bits(2, 6), bits(4, 10), bits(1, 9)).map(([node, sequence, random]) => [
    ["node", node],
    ["sequence", sequence],
    ["random", random],
  ]),
);
const FIRST_EPOCH = Date.UTC(1990, 0, 1);
const LAST_EPOCH = Date.UTC(2022, 0, 1);
/** An epoch a few seconds from a midnight would be taken as that midnight. */
const isFarFromMidnight = (epoch) => Math.abs((epoch % 86_400_000) - 43_200_000) < 43_140_000;
const epochs = fc.oneof(
  fc.integer({ min: 1990, max: 2021 }).map((year) => Date.UTC(year, 0, 1)),
  fc.integer({ min: FIRST_EPOCH / 86_400_000, max: LAST_EPOCH / 86_400_000 }).map((day) => day * 86_400_000),
  fc
    .integer({ min: FIRST_EPOCH / 1000, max: LAST_EPOCH / 1000 })
    .map((second) => second * 1000)
    .filter(isFarFromMidnight),
  fc.integer({ min: FIRST_EPOCH, max: LAST_EPOCH }).filter(isFarFromMidnight),
);
const layouts = fc.record({
  tick: fc.constantFrom(...TICKS),
  epoch: epochs,
  fields: lowFields,
  count: fc.integer({ min: 20, max: 120 }),
  nodes: fc.constantFrom(1, 1, 1, 2, 4),
  times: fc.constantFrom(...TIMES),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
});
const COUNT = size(120, 3000);

/** Samples of random layouts, and what is found in them. They are searched once, because each search takes 20 ms. */
let searches;

function searched() {
  searches ??= fc.sample(layouts, { seed: 20_260_131, numRuns: COUNT }).map((layout) => {
    const random = randomOf(layout.seed);
    const samples = samplesOf(idsOf(random, layout), { random, ...layout, ...layout.times });
    const found = find(samples);
    const shift = layout.fields.reduce((sum, [, bits]) => sum + bits, 0);
    const isExact = found.tick === layout.tick && found.shift === shift;
    return { layout, samples, found, isExact, what: JSON.stringify(layout) };
  });
  return searches;
}

test("the line that is found of a random layout predicts the times within their noise", () => {
  for (const { layout, samples, found, what } of searched()) {
    assert.equal(found.problem, undefined, what);
    const { precision, delay } = layout.times;
    // What the epoch may be wrong by, and half a tick of rounding.
    const slack = Math.max(50, found.epoch.within, precision / 2);
    for (const { id, time } of samples) {
      const start = found.epoch.at + Number(id >> BigInt(found.shift)) * found.tick;
      assert.ok(start <= time + precision + slack, `${start - time} ms before its tick: ${what}`);
      assert.ok(time <= start + found.tick + delay + slack, `${time - start} ms after its tick: ${what}`);
    }
  }
});

test("tick and bits of a random layout are exact where times tell them, and nearly always elsewhere", (t) => {
  const isTold = ({ times, count }) => times.precision === 1 && times.delay === 0 && count >= 30;
  const all = searched();
  const told = all.filter(({ layout }) => isTold(layout));
  for (const { layout, found, isExact, what } of told) {
    assert.ok(isExact, `${found.tick} ms above ${found.shift} bits: ${what}`);
    assert.ok(Math.abs(found.epoch.at - layout.epoch) <= Math.max(50, found.epoch.within), what);
  }
  const sure = all.filter(({ found }) => found.probability >= 0.95);
  const exactOf = (list) => list.filter(({ isExact }) => isExact).length;
  t.diagnostic(
    `exact: ${exactOf(all)} of ${all.length}; of those that say 95 % or more, ${exactOf(sure)} of ${sure.length}`,
  );
  assert.ok(exactOf(all) >= 0.93 * all.length);
  // It takes 1 ms and 1 s as more usual than the others, which here are as frequent.
  assert.ok(sure.length > 0.6 * COUNT && exactOf(sure) >= 0.96 * sure.length);
  assert.ok(told.length > COUNT / 6);
});

const isUsual = ({ tick, shift, epoch }) => assert.deepEqual([tick, shift, epoch.at], [1, 22, USUAL.epoch]);

test("a tenth of wrong times does not hide the layout, and they are listed", () => {
  const samples = usual().map((sample, n) => (n % 10 === 3 ? { ...sample, time: sample.time + n * DAY_MS } : sample));
  const found = find(samples);
  isUsual(found);
  assert.deepEqual(found.outliers, [3, 13, 23, 33]);
  assert.equal(found.count, 36);
});

test("a fifth of the rows with the time of an import instead of their own does not hide the layout", () => {
  const samples = usual({ count: 100 }).sort((one, other) => one.time - other.time);
  const found = find(samples.map((sample, n) => ({ ...sample, time: samples[Math.max(20, n)].time })));
  isUsual(found);
  assert.equal(found.count, 80);
});

test("dates without times are enough for a usual tick and a round epoch", () =>
  isUsual(find(usual({ precision: DAY_MS }))));

test("3 exact samples are enough for a usual layout", () => isUsual(find(usual({ count: 3, delay: 0 }))));

test("5 exact samples tell longer ticks, if the bits below stay", () => {
  const { tick, shift } = find(usual({ tick: 8, count: 5, ...TIMES[0] }));
  assert.deepEqual([tick, shift], [8, 22]);
});

test("a number above the time that all IDs have is no part of the time", () => {
  const found = find(usual().map((sample) => ({ ...sample, id: sample.id | (5n << 61n) })));
  isUsual(found);
  assert.equal(found.epoch.above, 5n << 61n);
  const { format } = layoutOf(found, formats(), defineFormat);
  assert.deepEqual(format.fields.map(({ name, bits }) => [name, bits]).slice(0, 2), [
    ["tag", 3],
    ["timestamp", 39],
  ]);
});

test("times of another zone do not hide a known format, and the zone is told", () => {
  const samples = usual({ epoch: 1_288_834_974_657 }).map((sample) => ({
    ...sample,
    time: sample.time + 5.5 * 3_600_000,
  }));
  const { known, epoch } = find(samples, KNOWN);
  assert.deepEqual([known, epoch.zone], ["twitter", 5.5 * 3_600_000]);
});

test("noise in both directions does not make ticks longer", () => {
  const random = randomOf(14);
  isUsual(
    find(
      usual({ count: 80 }).map((sample) => ({
        ...sample,
        time: sample.time + Math.round(60 * (random() + random() - 1)),
      })),
    ),
  );
});

const TWITTER = { ...USUAL, epoch: 1_288_834_974_657 };

/** How long after an ID its row is written, in ms. */
const DELAYS = {
  none: () => 0,
  "as likely up to 2 s": (random) => 2000 * random(),
  "20 ms or 1.5 s": (random) => (random() < 0.7 ? 20 : 1500) * random(),
  "with a long tail": (random) => 50 / (0.02 + random()),
  "until a job runs each 5 s": (_, at) => 5000 - (at % 5000),
  "before it, by up to 10 ms": (random) => -10 * random(),
};
const delayed = (delayOf, options) => {
  const random = randomOf(options.seed ?? 21);
  const idAt = idsOf(random, options);
  const exact = samplesOf((at, node) => ({ id: idAt(at, node), at }), { random, nodes: 1, ...options, ...TIMES[0] });
  return exact.map(({ id: { id, at } }) => {
    const { precision } = options;
    return { id, time: Math.floor((at + delayOf(random, at)) / precision) * precision, precision };
  });
};

for (const [what, delayOf] of Object.entries(DELAYS)) {
  test(`delays of many samples make ticks neither longer nor shorter: ${what}`, () => {
    for (const fields of [USUAL.fields, [["random", 22]]]) {
      const found = find(delayed(delayOf, { ...TWITTER, fields, count: 500, precision: 1, span: DAY_MS }), KNOWN);
      assert.equal(found.known, "twitter");
    }
  });
}

test("an answer that says 95 % or more is right so often, for few samples and for short spans", (t) => {
  const tried = {};
  const shapes = Object.values(DELAYS);
  const turns = size(8, 24);
  for (const count of [5, 10, 50, 200]) {
    for (const [name, span] of Object.entries({ minute: 60_000, day: DAY_MS, year: 365 * DAY_MS })) {
      for (let n = 0; n < turns; n++) {
        const random = randomOf(31_000 + n);
        const layout = { tick: [1, 1, 1, 10, 1000][n % 5], fields: n % 2 ? USUAL.fields : [["random", 16 + n / 2]] };
        const options = {
          ...layout,
          epoch: USUAL.epoch + n * 1e9,
          nodes: 1 + (n % 3),
          precision: n % 4 < 2 ? 1 : 1000,
        };
        const samples = delayed(shapes[Math.floor(random() * shapes.length)], {
          ...options,
          count,
          span,
          seed: 32_000 + n,
        });
        const found = find(samples, KNOWN);
        if (!(found.probability >= 0.95)) continue;
        const isExact =
          found.tick === layout.tick && found.shift === layout.fields.reduce((sum, [, bits]) => sum + bits, 0);
        for (const what of [`${count} samples`, `a ${name}`]) (tried[what] ??= []).push(isExact);
      }
    }
  }
  for (const [what, list] of Object.entries(tried)) {
    const right = list.filter(Boolean).length;
    t.diagnostic(`${what}: ${right} of ${list.length}`);
    assert.ok(list.length >= turns && right >= 0.95 * list.length, what);
  }
});

test("samples in bursts tell the slope no better than their times do", () => {
  const random = randomOf(23);
  const idAt = idsOf(random, TWITTER);
  const bursts = Array.from({ length: 6 }, () => USUAL.epoch + Math.floor(60_000 * random()));
  const samples = Array.from({ length: 60 }, (_, n) => {
    const at = bursts[n % 6] + Math.floor(100 * random());
    return { id: idAt(at, 0.3), time: Math.floor(at / 1000) * 1000, precision: 1000 };
  });
  assert.equal(find(samples, KNOWN).known, "twitter");
});

test("ticks that are shorter than the last digit of the times are not denied for sure", () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const random = randomOf(seed);
    const layout = { tick: 500, epoch: USUAL.epoch, fields: [["random", 12]] };
    const found = find(samplesOf(idsOf(random, layout), { random, count: 60, span: 90 * DAY_MS, ...TIMES[2] }));
    assert.ok(found.tick === 500 || found.probability < 0.95, `${found.tick} ms: ${found.probability}`);
  }
});

test("delays that grow by a second while many samples are taken do not hide the layout", () => {
  const samples = delayed((random) => 80 * random(), { ...TWITTER, count: 4000, precision: 1, span: 300 * DAY_MS })
    .sort((one, other) => one.time - other.time)
    .map((sample, n) => ({ ...sample, time: sample.time + n / 4 }));
  const { tick, shift } = find(samples, KNOWN);
  assert.deepEqual([tick, shift], [1, 22]);
});

test("an epoch that is no round instant is within the error that is told, nearly always", () => {
  let [right, all] = [0, 0];
  for (const delayOf of Object.values(DELAYS).slice(0, 4)) {
    for (let seed = 0; seed < 25; seed++) {
      const epoch = Date.UTC(2019, 4, 5, 6, 7, 8, 432);
      const options = { ...USUAL, epoch, count: 5 + 2 * seed, precision: seed % 3 ? 1 : 1000, span: 90 * DAY_MS };
      const { tick, shift, epoch: found } = find(delayed(delayOf, { ...options, seed: 41_000 + seed }));
      if (tick !== 1 || shift !== 22) continue;
      all += 1;
      if (Math.abs(found.at - epoch) <= found.within) right += 1;
    }
  }
  assert.ok(all > 80 && right >= 0.95 * all, `${right} of ${all}`);
});

const vectors = (path) => JSON.parse(readFileSync(new URL(`../vectors/${path}`, import.meta.url), "utf8"));
/** Real IDs with the times, in whole seconds, that were published with them. */
const PUBLISHED = {
  twitter: vectors("published/twitter.json").map(({ id, note }) => [id, /^made (.*)/.exec(note)?.[1]]),
  TikTok: vectors("kinds/tiktok.json").map(({ id, note }) => [id, /^published as made at (.*)/.exec(note)?.[1]]),
};

for (const [name, rows] of Object.entries(PUBLISHED)) {
  test(`published IDs of ${name} are found by the times that were published with them, all and each few of them`, () => {
    const samples = rows
      .filter(([, time]) => time !== undefined)
      .map(([id, time]) => ({ id: BigInt(id), time: Date.parse(time), precision: 1000 }));
    assert.ok(samples.length >= 9);
    assert.equal(find(samples, KNOWN).known, name);
    for (let n = 0; n + 5 <= samples.length; n++) {
      const { known, problem } = find(samples.slice(n, n + 5), KNOWN);
      assert.equal(known, name, `from ${n}: ${problem?.why}`);
    }
  });
}

for (const [why, epoch, options] of [
  ["the start of a month", "2020-03-01", { precision: DAY_MS }],
  ["a midnight", "2020-03-05", TIMES[3]],
  ["a whole hour", "2020-03-05T07:00Z", TIMES[3]],
  ["a whole second", "2020-03-05T07:08:09Z", { ...TIMES[0], count: 100 }],
  ["the epoch of Cocoa", "2001-01-01", TIMES[3]],
]) {
  test(`an epoch is found that is ${why}`, () => {
    const found = find(usual({ ...options, epoch: Date.parse(epoch) })).epoch;
    assert.deepEqual([found.at, found.why], [Date.parse(epoch), why]);
  });
}

test("clocks that differ by 20 ms do not hide a round epoch", () =>
  isUsual(find(usual(TIMES[0]).map((sample) => ({ ...sample, time: sample.time - 20 })))));

test("the delays are told, with a zone, and with a number above the time", () => {
  const delayOf = (samples) => find(samples, KNOWN).delay;
  const later = (samples, ms) => samples.map((sample) => ({ ...sample, time: sample.time + ms }));
  const samples = usual({ ...TWITTER, ...TIMES[0] });
  const tagged = usual(TIMES[0]).map((sample) => ({ ...sample, id: sample.id | (5n << 61n) }));
  for (const list of [later(samples, 300), later(samples, 300 + 5.5 * 3_600_000), later(tagged, 20)]) {
    const { median, most } = delayOf(list);
    const expected = list[0].id > 1n << 61n ? 20 : 300;
    assert.ok(Math.abs(median - expected) <= 1 && Math.abs(most - expected) <= 1, `${median} and ${most}`);
  }
  const some = samples.map((sample, n) => ({ ...sample, time: sample.time + (n % 10 === 0 ? 80 : 0) }));
  assert.ok(delayOf(some).most > 75 && delayOf(some).median < 2);
});

test("IDs of a known format with a number above are not those of the format", () => {
  const tagged = usual({ ...TWITTER, ...TIMES[0] }).map((sample) => ({ ...sample, id: sample.id | (5n << 61n) }));
  const { known, epoch } = find(tagged, KNOWN);
  assert.deepEqual([known, epoch.above], [undefined, 5n << 61n]);
});

test("a known layout is more likely, most of all with its own epoch", () => {
  const [own, other] = [TWITTER.epoch, TWITTER.epoch + 50 * DAY_MS].map((epoch) =>
    usual({ epoch, fields: [["random", 22]], count: 4, ...TIMES[3] }),
  );
  const sureness = [find(own), find(other, KNOWN), find(own, KNOWN)].map(({ probability }) => probability);
  assert.deepEqual(sureness, [...sureness].sort());
  assert.equal(new Set(sureness).size, 3);
});

test("nothing is surer than 99 %, and other ticks of 1 % and more are listed", () => {
  const sure = find(usual({ count: 400, ...TIMES[0] }));
  assert.deepEqual([sure.probability, sure.epoch.probability, sure.others], [0.99, 0.99, []]);
  const { probability, others } = find(usual({ tick: 20, fields: [["random", 12]], ...TIMES[3] }));
  assert.ok(others.length > 1 && others.every((one) => one.probability >= 0.01 && one.probability <= probability));
  assert.ok(others.some((one) => one.tick === 20 && one.shift === 12));
  assert.ok(others.reduce((sum, one) => sum + one.probability, probability) > 0.97);
});

test("how sure it is falls if the times say less", () => {
  const sureness = (options) => find(usual({ tick: 16, nodes: 4, count: 30, ...options })).probability;
  assert.ok(sureness(TIMES[0]) > 0.98);
  assert.ok(sureness(TIMES[3]) < sureness(TIMES[0]));
});

const withIds = (idOf) => usual({ count: 60 }).map((sample, n) => ({ ...sample, id: idOf(sample, n) }));
const random = randomOf(5);
/** Rows of a counter, at random times. */
const counted = (count, ms) => {
  let time = Date.UTC(2024, 0, 1);
  return Array.from({ length: count }, (_, n) => ({
    id: BigInt(1000 + n),
    time: Math.floor((time -= Math.log(random()) * ms) * -1) * -1,
    precision: 1,
  }));
};

for (const [what, samples, why] of [
  ["two IDs", usual({ count: 2 }), /^2 different IDs are not enough/],
  ["one ID, many times", withIds(() => 7n), /^1 different ID is not enough/],
  ["IDs of the same day", usual({ span: 1000, delay: 0, precision: DAY_MS }), /^All IDs have the same time/],
  ["IDs of a few ms", usual({ span: 30, count: 30 }), /^The times are too close together|not grow/],
  ["random IDs", withIds(() => BigInt(Math.floor(random() * 2 ** 50))), /^The IDs do not grow with their times/],
  ["IDs that fall", withIds(({ id }) => (1n << 63n) - id), /^The IDs fall/],
  ["a counter", counted(200, 60_000), /^The IDs grow with their times, but not evenly/],
  ["a short counter", counted(12, 60_000), /^The IDs grow with their times, but not evenly/],
  [
    "dates as digits",
    withIds(({ time }) => BigInt(`${new Date(time).toJSON().replace(/\D/g, "")}0042`)),
    /^The IDs begin with their dates/,
  ],
  [
    "ms with decimal digits",
    withIds(({ time }, n) => BigInt(time) * 1000n + BigInt(n % 3)),
    /^The IDs are a count of ms, followed by 3 decimal/,
  ],
]) {
  test(`${what} give no layout, and the reason`, () => assert.match(find(samples).problem?.why ?? "a layout", why));
}

test("a counter with a rate that is nearly even is not called a layout from centuries ago", () => {
  for (let n = 0; n < 60; n++) {
    const random = randomOf(7000 + n);
    let time = NOW - 1e11;
    const samples = Array.from({ length: 40 }, (_, row) => ({
      id: BigInt(1_000_000 + row),
      time: (time += random() * 1e8),
      precision: 1,
    }));
    assert.ok(find(samples).problem, `case ${n}`);
  }
});
