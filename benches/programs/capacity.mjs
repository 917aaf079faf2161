// How many IDs a tight loop makes in so many seconds, and whether one is there twice:
// node programs/capacity.mjs <its place> <seconds>

import { performance } from "node:perf_hooks";
import { loops } from "./loops.mjs";

const [place, seconds] = process.argv.slice(2).map(Number);
const { perSecond, per, lot, ids, seen } = loops[place];
// Room for more than the format holds, made before the clock starts.
const room = Math.ceil(perSecond * (seconds + 0.5));
const { work, made } = ids(room, per, lot);

/** Begins with a tick, so that the first one counts in full. */
function untilTick(unit) {
  const tick = () => Math.floor(Date.now() / unit);
  const before = tick();
  while (tick() === before);
}

work(0); // the core starts at the first ID
untilTick(20);
const start = performance.now();
const end = start + seconds * 1000;
let done = 0;
let now = start;
while (now < end && done + lot <= room) {
  done = work(done);
  now = performance.now();
}
const elapsed = now - start;
const rate = (done / elapsed) * 1000;
const { repeats, ticks } = check(made, done, seen);
const filled = done / (ticks * seen.numbers);
console.log(JSON.stringify({ rate, perSecond, share: rate / perSecond, filled, ids: done, repeats }));

/**
 * How many IDs are repeats, and how many ticks they are of. Every ID has a bit of its own, by its time and its
 * sequence number.
 */
function check(made, count, { time, sequence, numbers }) {
  const first = Array.from({ length: Math.min(count, 1000) }, (_, i) => time(made, i)).sort((a, b) => a - b)[0];
  const last = time(made, count - 1);
  const bits = new Uint8Array(Math.ceil(((last - first + 2) * numbers) / 8));
  const ticks = new Uint8Array(last - first + 2);
  let repeats = 0;
  for (let i = 0; i < count; i++) {
    const place = (time(made, i) - first) * numbers + sequence(made, i);
    const mask = 1 << (place & 7);
    const byte = Math.floor(place / 8);
    if (place < 0 || byte >= bits.length) throw new Error(`ID ${i} of ${count} is of another time`);
    if (bits[byte] & mask) repeats += 1;
    bits[byte] |= mask;
    ticks[time(made, i) - first] = 1;
  }
  return { repeats, ticks: ticks.reduce((sum, used) => sum + used, 0) };
}
