// Counts the IDs that a tight loop makes in a given time, and the repeats among them:
// node programs/capacity.mjs <index of the loop> <seconds>

import { performance } from "node:perf_hooks";
import { loops } from "./loops.mjs";

const [index, seconds] = process.argv.slice(2).map(Number);
const { perSecond, perCall, reader, maker } = loops[index];
// The array has room for more IDs than the format can hold, and is allocated before the measurement.
const room = Math.ceil(perSecond * (seconds + 0.5));
const { work, made } = maker(room, perCall);

/** Waits for the start of a tick, so that the first tick is complete. */
function untilTick(tickMs) {
  const tick = () => Math.floor(Date.now() / tickMs);
  const before = tick();
  while (tick() === before);
}

work(0); // starts the core
untilTick(20);
const start = performance.now();
const end = start + seconds * 1000;
let done = 0;
let now = start;
while (now < end && done + perCall <= room) {
  done = work(done);
  now = performance.now();
}
const elapsed = now - start;
const rate = (done / elapsed) * 1000;
const { repeats, ticks } = check(made, done, reader);
const filled = done / (ticks * reader.numbers);
console.log(JSON.stringify({ rate, perSecond, share: rate / perSecond, filled, ids: done, repeats }));

/**
 * Counts the repeats and the ticks with IDs. A bitmap has one bit for each pair of a tick and a sequence number.
 */
function check(made, count, { time, sequence, numbers }) {
  const first = Array.from({ length: Math.min(count, 1000) }, (_, i) => time(made, i)).sort((a, b) => a - b)[0];
  const last = time(made, count - 1);
  const bits = new Uint8Array(Math.ceil(((last - first + 2) * numbers) / 8));
  const ticks = new Uint8Array(last - first + 2);
  let repeats = 0;
  for (let i = 0; i < count; i++) {
    const position = (time(made, i) - first) * numbers + sequence(made, i);
    const mask = 1 << (position & 7);
    const byte = Math.floor(position / 8);
    if (position < 0 || byte >= bits.length) throw new Error(`the time of ID ${i} of ${count} is out of order`);
    if (bits[byte] & mask) repeats += 1;
    bits[byte] |= mask;
    ticks[time(made, i) - first] = 1;
  }
  return { repeats, ticks: ticks.reduce((sum, used) => sum + used, 0) };
}
