// Looks for repeated IDs, for IDs outside of windows that were granted, and for windows that overlap.

import { idFiles, parseSeat, readIds, readSwaps } from "./lib/journal.mjs";
import { fieldReader } from "./lib/spaces.mjs";

/** About how many IDs are sorted at a time. */
const SORTED_AT_ONCE = 2 ** 24;

/** How many defects of a kind are described. */
const SHOWN = 5;

/** How many repeated IDs are listed by their times. */
const LISTED = 100_000;

/**
 * Checks the journals of children.
 *
 * @returns the counts `ids`, `windows`, `repeats`, `outside`, `overlaps`, `lines` that describe some of the defects, and
 * `repeatedAt`, the Unix ms in some repeated IDs
 */
export function check(folder, spaces) {
  const grants = grantsOf(folder);
  const found = { ids: 0, windows: grants.count, repeats: 0, outside: 0, overlaps: 0, lines: [], repeatedAt: [] };
  for (const space of spaces) {
    checkOverlaps(space, grants.windows, found);
    const files = idFiles(folder, space.name);
    const passes = checkWindows(space, files, grants.windows, found);
    checkRepeats(space, files, passes, found);
  }
  return found;
}

/**
 * `count`: how many swaps granted or extended a window. `windows`: the windows by space and seat, each with all its extensions:
 * `{ run, owner, from, until, isSure }`. `isSure` is false if its swap was not confirmed, and nobody has read its
 * record and replaced it: in this case the window may not have been granted.
 */
function grantsOf(folder) {
  const windows = new Map();
  const wasRead = recordsRead(folder);
  let count = 0;
  readSwaps(folder, ({ run, space, key, previous, next, applied }) => {
    const name = `${space} ${key}`;
    const isSure = applied === true || wasRead.has(`${name} ${next}`);
    if (applied === false && !isSure) return;
    const ofSeat = windows.get(name) ?? new Map();
    windows.set(name, ofSeat);
    const { owner, from, until } = parseSeat(next);
    if (owner === "-") {
      // After a release, the rest of the window is not used, even if the release has failed.
      for (const isSure of [true, false]) {
        const window = ofSeat.get(`${parseSeat(previous).owner} ${from} ${isSure}`);
        if (window !== undefined) window.until = Math.min(window.until, until);
      }
      return;
    }
    const id = `${owner} ${from} ${isSure}`;
    const window = ofSeat.get(id) ?? { run, owner, from, until, isSure };
    window.until = Math.max(window.until, until);
    ofSeat.set(id, window);
    if (isSure) count += 1;
  });
  return { count, windows: new Map([...windows].map(([name, ofSeat]) => [name, [...ofSeat.values()]])) };
}

/** The records whose swaps were not confirmed, but that somebody has read and replaced. */
function recordsRead(folder) {
  const unconfirmed = new Set();
  readSwaps(folder, ({ space, key, next, applied }) => {
    if (applied !== true) unconfirmed.add(`${space} ${key} ${next}`);
  });
  const read = new Set();
  readSwaps(folder, ({ space, key, previous }) => {
    const record = `${space} ${key} ${previous}`;
    if (unconfirmed.has(record)) read.add(record);
  });
  return read;
}

function checkOverlaps(space, grants, found) {
  for (const [name, windows] of grants) {
    if (!name.startsWith(`${space.name} `)) continue;
    const sure = windows.filter(({ isSure }) => isSure).sort((a, b) => a.from - b.from || a.until - b.until);
    let last;
    for (const window of sure) {
      if (last !== undefined && window.owner !== last.owner && window.from < last.until) {
        found.overlaps += 1;
        if (found.overlaps <= SHOWN) found.lines.push(`overlap of ${name}: ${shown(last)} and ${shown(window)}`);
      }
      if (last === undefined || window.until > last.until) last = window;
    }
  }
}

function shown({ run, owner, from, until }) {
  return `child ${run}, ${owner}, ${from} to ${until}`;
}

/** The seat of a packed ID, by name, and the Unix ms at which its tick begins. */
function reader(space) {
  const [time, node, share] = [space.time, space.node, space.share].map(fieldReader);
  const shares = 2 ** space.share[1];
  const names = new Map();
  return {
    tickOf: time,
    beginOf: (high, low) => space.epoch + time(high, low) * space.tick,
    seatOf(high, low) {
      const number = node(high, low) * shares + share(high, low);
      if (!names.has(number)) names.set(number, `seat ${node(high, low)}.${share(high, low)}`);
      return names.get(number);
    },
  };
}

/** Checks that each ID is in a window of its process. Returns how many passes `checkRepeats` needs. */
function checkWindows(space, files, grants, found) {
  const { seatOf, beginOf } = reader(space);
  let total = 0;
  for (const { run, path } of files) {
    const bySeat = new Map();
    let window = { from: 0, until: 0 };
    let seat;
    readIds(path, (words, index) => {
      total += words.length / 2;
      for (let i = 0; i < words.length; i += 2) {
        const [low, high] = [words[i], words[i + 1]];
        const begin = beginOf(high, low);
        const name = seatOf(high, low);
        if (name === seat && begin >= window.from && begin < window.until) continue;
        const windows = bySeat.get(name) ?? windowsOf(grants.get(`${space.name} ${name}`), run);
        bySeat.set(name, windows);
        const own = windows.find(({ from, until }) => begin >= from && begin < until);
        if (own !== undefined) {
          [window, seat] = [own, name];
        } else if (++found.outside <= SHOWN) {
          const which = `ID ${index + i / 2} of ${space.name} of child ${run}`;
          const last = windows.findLast(({ from }) => from <= begin);
          const granted = last === undefined ? "none" : `${last.from} to ${last.until}`;
          found.lines.push(`outside: ${which}, ${name}, at ${begin}; its window: ${granted}`);
        }
      }
    });
  }
  found.ids += total;
  return Math.ceil(total / SORTED_AT_ONCE);
}

function windowsOf(windows = [], run) {
  return windows.filter((window) => window.run === run);
}

/** Sorts the IDs, those of some ticks at a time, and compares neighbours. */
function checkRepeats(space, files, passes, found) {
  const { tickOf, beginOf } = reader(space);
  for (let pass = 0; pass < passes; pass++) {
    let count = 0;
    const isOfPass = (high, low) => tickOf(high, low) % passes === pass;
    for (const { path } of files) readIds(path, (words) => (count += countIf(words, isOfPass)));
    const ids = new BigUint64Array(count);
    const words = new Uint32Array(ids.buffer);
    let length = 0;
    for (const { path } of files) {
      readIds(path, (read) => {
        for (let i = 0; i < read.length; i += 2) {
          if (!isOfPass(read[i + 1], read[i])) continue;
          words[length++] = read[i];
          words[length++] = read[i + 1];
        }
      });
    }
    ids.sort();
    const repeated = new Set();
    for (let i = 2; i < length; i += 2) {
      if (words[i] !== words[i - 2] || words[i + 1] !== words[i - 1]) continue;
      found.repeats += 1;
      if (found.repeatedAt.length < LISTED) found.repeatedAt.push(beginOf(words[i + 1], words[i]));
      if (repeated.size < SHOWN) repeated.add(ids[i / 2]);
    }
    if (repeated.size > 0) found.lines.push(...occurrences(space, files, repeated));
  }
}

function countIf(words, condition) {
  let count = 0;
  for (let i = 0; i < words.length; i += 2) count += condition(words[i + 1], words[i]) ? 1 : 0;
  return count;
}

/** The places of repeated IDs. */
function occurrences(space, files, repeated) {
  const { seatOf, beginOf } = reader(space);
  const lines = new Map([...repeated].map((id) => [id, []]));
  for (const { run, path } of files) {
    readIds(path, (words, index) => {
      const ids = new BigUint64Array(words.buffer, 0, words.length / 2);
      ids.forEach((id, i) => {
        if (!repeated.has(id)) return;
        const [low, high] = [words[2 * i], words[2 * i + 1]];
        const where = `${seatOf(high, low)} at ${beginOf(high, low)}`;
        lines.get(id).push(`repeat of ${space.name}: ${id}, ${where}: ID ${index + i} of child ${run}`);
      });
    });
  }
  return [...lines.values()].flat();
}
