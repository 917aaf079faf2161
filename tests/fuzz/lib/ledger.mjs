// What has been handed out, and what may be.

import { promise } from "./defect.mjs";
import { read } from "./layouts.mjs";

/** Whoever draws on the same numbers: all generators of a core without a clock of their own, or one with such a clock. */
export class Scope {
  /** Every ID handed out here, and those that a restored snapshot speaks for. */
  #taken = new Set();
  #lanes = new Map();

  /** The generators that snapshots do not tell apart: of one format, node, range and start. */
  lane(name) {
    if (!this.#lanes.has(name)) this.#lanes.set(name, new Lane());
    return this.#lanes.get(name);
  }

  take(key, lane, told) {
    promise(!this.#taken.has(key), () => `an ID twice: ${told()}`);
    this.#taken.add(key);
    lane.made.push(key);
  }

  /** What a snapshot speaks for is not to be made here again. */
  restore(saved, lane) {
    for (const [made, count] of saved.histories) {
      for (let i = 0; i < count; i++) this.#taken.add(made[i]);
      lane.histories.set(made, Math.max(count, lane.histories.get(made) ?? 0));
    }
  }
}

class Lane {
  made = [];
  /** What the snapshots restored here spoke for: the beginnings of such lists, and how many IDs of each. */
  histories = new Map();

  /** What a snapshot taken now speaks for. */
  save() {
    return new Map(this.histories).set(this.made, this.made.length);
  }
}

/** The tick of a reading. */
export const tickOf = (layout, ms) => Math.floor((ms - layout.epoch) / layout.unit);

/**
 * Asserts what can be said of one ID alone: its fields, and a time between the clock's readings during the call and
 * the longest lead.
 *
 * @param options - the generator's, with the sequence range in order
 */
export function checkFields(layout, value, { node, range, maxLead = 10_000 }, meta, frame, told) {
  const wrong = (field, must) => () => `${field.name} is ${read(value, field)}, not ${must}: ${told()}`;
  for (const field of layout.nodes) {
    promise(read(value, field) === node[field.name], wrong(field, node[field.name]));
  }
  const sequence = read(value, layout.sequence);
  promise(sequence >= range[0] && sequence <= range[1], wrong(layout.sequence, `${range[0]} to ${range[1]}`));
  if (layout.metadata !== undefined) promise(read(value, layout.metadata) === meta, wrong(layout.metadata, meta));
  const tick = read(value, layout.time);
  const [least, most] = [tickOf(layout, frame.min), tickOf(layout, frame.max) + Math.floor(maxLead / layout.unit)];
  promise(tick >= least && tick <= most, wrong(layout.time, `${least} to ${most}`));
}

/** Asserts that a generator's IDs increase, those of each timeline for themselves. */
export class Order {
  #last = [-1n, -1n];

  /** What a call's IDs have to be above, which other calls of the same generator may interrupt. */
  begin() {
    return [...this.#last];
  }

  check(layout, value, last, told) {
    const timeline = layout.toggle === undefined ? 0 : read(value, layout.toggle);
    // The bits of random fields and of the caller's own data are the low ones, or they decide only between equal others.
    const key = layout.key(value);
    promise(key > last[timeline], () => `an ID that is not larger than the one before: ${told()}`);
    last[timeline] = key;
    if (key > this.#last[timeline]) this.#last[timeline] = key;
  }
}
