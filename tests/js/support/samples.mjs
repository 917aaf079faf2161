// Makes samples: IDs of a layout, with the times at which their rows were written.

/** A random number generator that gives the same numbers for the same seed: Mulberry32. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const END = Date.UTC(2026, 0, 1);
const MONTH_MS = 30 * 86_400_000;

/** How the times of rows are written, and how long after their IDs. */
export const TIMES = [
  { precision: 1, delay: 0 },
  { precision: 1, delay: 2000 },
  { precision: 1000, delay: 0 },
  { precision: 1000, delay: 2000 },
];

/** A number below `2 ** bits`. */
const below = (random, bits) => Math.floor(random() * 2 ** Math.min(bits, 52));

/** The number of a field: of one of some nodes, of a sequence that is mostly 0, or a random one. */
export function numberOf(random, kind, bits, node) {
  if (kind === "node") return Math.floor(node * 2 ** bits);
  if (kind === "sequence") return random() < 0.85 ? 0 : Math.min(2 ** bits - 1, 1 + Math.floor(4 * random() ** 2));
  return kind === "random" ? below(random, bits) : 0;
}

/**
 * Makes samples over 1 month to 3 years.
 *
 * @param idAt - makes the ID of a Unix time; `node` is a number from 0 to before 1 that stands for a machine
 */
export function samplesOf(idAt, { random, count, nodes = 1, precision, delay, span = MONTH_MS * 36 ** random() }) {
  const machines = Array.from({ length: nodes }, random);
  return Array.from({ length: count }, () => {
    const at = Math.floor(END - span * random());
    const written = at + delay * random() ** 2;
    const id = idAt(at, machines[Math.floor(random() * nodes)]);
    return { id, time: Math.floor(written / precision) * precision, precision };
  });
}

/** Returns a function for `samplesOf` that makes IDs of a layout: fields below a time, as `[kind, bits]`. */
export const idsOf =
  (random, { tick, epoch, fields }) =>
  (at, node) =>
    fields.reduce(
      (id, [kind, bits]) => (id << BigInt(bits)) | BigInt(numberOf(random, kind, bits, node)),
      BigInt(Math.floor((at - epoch) / tick)),
    );

/** A layout as many have it. */
export const USUAL = {
  tick: 1,
  epoch: Date.UTC(2020, 0, 1),
  fields: [
    ["node", 10],
    ["sequence", 12],
  ],
};
export const DAY_MS = 86_400_000;

/** Samples of a usual layout. */
export function usual(options = {}) {
  const random = randomOf(7);
  return samplesOf(idsOf(random, { ...USUAL, ...options }), {
    random,
    count: 40,
    ...TIMES[1],
    span: 300 * DAY_MS,
    ...options,
  });
}
