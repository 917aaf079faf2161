// The share of time in which children could make IDs, for each fault.
//
// Each moment of a slot belongs to one fault, or to none:
// - A fault of the engine strikes all slots. It has the time from its start until its aftermath, which begins at its end, has
//   passed, or until the next fault of the engine starts.
// - A fault of a child has this time of its slot, until the next fault of the slot starts; but not the time that a
//   fault of the engine has.
//
// A child of a slot could not make IDs in a gap: a time of more than 100 ms between two moments at which it made IDs.
// (It tries at least every 20 ms.) The availability is the share of the time without gaps. A gap in the time of several
// faults counts for the first of them.

/** The shortest gap, in ms. */
export const GAP_MS = 100;

/** The name of the time that no fault has. */
export const NO_FAULT = "no fault";

/** The parts of a slot's time: `{ name, from, until }`, without gaps between them. All times are in ms. */
export function partsOf({ ofEngine, ofSlot, from, until, aftermath }) {
  const engine = extents(ofEngine, from, until, aftermath);
  const own = extents(ofSlot, from, until, aftermath);
  const parts = [];
  let at = from;
  for (const extent of engine) {
    fill(parts, own, at, extent.from);
    parts.push(extent);
    at = extent.until;
  }
  fill(parts, own, at, until);
  return parts;
}

/** The time of each of some faults, which are in the order of their starts. */
function extents(faults, from, until, aftermath) {
  const all = faults.map(({ name, start, end }, i) => {
    const next = faults[i + 1]?.start ?? until;
    return { name, from: Math.max(start, from), until: Math.min(next, end + aftermath, until) };
  });
  return all.filter((extent) => extent.from < extent.until);
}

/** Adds the parts of a span: the extents in it, and the time between them. */
function fill(parts, extents, from, until) {
  let at = from;
  for (const { name, ...extent } of extents) {
    const [begin, end] = [Math.max(extent.from, at), Math.min(extent.until, until)];
    if (begin >= end) continue;
    if (begin > at) parts.push({ name: NO_FAULT, from: at, until: begin });
    parts.push({ name, from: begin, until: end });
    at = end;
  }
  if (at < until) parts.push({ name: NO_FAULT, from: at, until });
}

/** Sums of all slots. */
export class Availability {
  /** By the name of the fault: `{ time, unable, ids, longest }`, times in ms. */
  byFault = new Map();
  /** What happened in equal spans of time, of which `start` is the first: `{ ids, unable }`. */
  spans;
  #from;
  #until;
  #spanMs;

  constructor(from, until, spanMs) {
    this.#from = from;
    this.#until = until;
    this.#spanMs = spanMs;
    const count = Math.ceil((until - from) / spanMs);
    this.spans = Array.from({ length: count }, () => ({ ids: 0, unable: 0 }));
  }

  /** Adds a slot: its parts, and when its children made how many IDs: pairs `[time, count]` in the order of time. */
  addSlot(parts, times) {
    for (const { name, from, until } of parts) this.#sum(name).time += until - from;
    let first = 0;
    let last = this.#from;
    const addGap = (until) => {
      if (until - last > GAP_MS) this.#addGap(parts, first, last, until);
    };
    for (const [time, count] of times) {
      if (time < this.#from || time >= this.#until) continue;
      addGap(time);
      last = Math.max(last, time);
      while (parts[first].until <= last) first += 1;
      this.#sum(parts[first].name).ids += count;
      this.#spanAt(last).ids += count;
    }
    addGap(this.#until);
  }

  /** Adds IDs that do not tell whether a child was able to make IDs of the main space. */
  addIds(parts, times) {
    let at = 0;
    for (const [time, count] of times) {
      if (time < this.#from || time >= this.#until) continue;
      while (parts[at].until <= time) at += 1;
      this.#sum(parts[at].name).ids += count;
      this.#spanAt(time).ids += count;
    }
  }

  #addGap(parts, first, from, until) {
    let blamed;
    for (let i = first; i < parts.length && parts[i].from < until; i++) {
      const { name } = parts[i];
      this.#sum(name).unable += overlap(parts[i], from, until);
      if (blamed === undefined || blamed === NO_FAULT) blamed = name;
    }
    this.#sum(blamed).longest = Math.max(this.#sum(blamed).longest, until - from);
    const spanMs = this.#spanMs;
    for (let i = Math.floor((from - this.#from) / spanMs); i < this.spans.length; i++) {
      const begin = this.#from + i * spanMs;
      if (begin >= until) return;
      this.spans[i].unable += overlap({ from: begin, until: begin + spanMs }, from, until);
    }
  }

  #sum(name) {
    const sum = this.byFault.get(name) ?? { time: 0, unable: 0, ids: 0, longest: 0 };
    this.byFault.set(name, sum);
    return sum;
  }

  #spanAt(time) {
    return this.spans[Math.floor((time - this.#from) / this.#spanMs)];
  }
}

function overlap(part, from, until) {
  return Math.max(0, Math.min(part.until, until) - Math.max(part.from, from));
}
