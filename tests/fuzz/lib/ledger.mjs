// Records the IDs that were made, and checks which may be made.

import { ensure } from "./defect.mjs";
import { read } from "./layouts.mjs";

/** The generators whose IDs must differ: all generators of a core on its clock, or a single own-clock generator. */
export class Scope {
  /** All IDs made in this scope, and the IDs that restored snapshots cover. */
  #taken = new Set();
  #identities = new Map();

  /** Returns the record of the generators with the same format, node, range and start. They share snapshots. */
  identity(name) {
    if (!this.#identities.has(name)) this.#identities.set(name, new Identity());
    return this.#identities.get(name);
  }

  record(key, identity, describe) {
    ensure(!this.#taken.has(key), () => `an ID is repeated: ${describe()}`);
    this.#taken.add(key);
    identity.made.push(key);
  }

  /** Records the IDs that a restored snapshot covers. They must not be made again. */
  restore(saved, identity) {
    for (const [made, count] of saved.histories) {
      for (let i = 0; i < count; i++) this.#taken.add(made[i]);
      identity.histories.set(made, Math.max(count, identity.histories.get(made) ?? 0));
    }
  }
}

class Identity {
  made = [];
  /** The IDs that the restored snapshots cover: lists of IDs, and the count of IDs from the start of each list. */
  histories = new Map();

  /** Returns the IDs that a snapshot taken now covers. */
  save() {
    return new Map(this.histories).set(this.made, this.made.length);
  }
}

/** Returns the tick of a clock's reading. */
export const tickOf = (layout, ms) => Math.floor((ms - layout.epoch) / layout.unit);

/**
 * Asserts that the fields of one ID are correct. Its time must be between the lowest reading of the clock in the call
 * and the highest reading plus the longest lead.
 *
 * @param options - the generator's options, with an ascending sequence range
 */
export function checkFields(layout, value, { node, range, maxLead = 10_000 }, meta, frame, describe) {
  const wrong = (field, must) => () => `${field.name} is ${read(value, field)}, not ${must}: ${describe()}`;
  for (const field of layout.nodes) {
    ensure(read(value, field) === node[field.name], wrong(field, node[field.name]));
  }
  const sequence = read(value, layout.sequence);
  ensure(sequence >= range[0] && sequence <= range[1], wrong(layout.sequence, `${range[0]} to ${range[1]}`));
  if (layout.metadata !== undefined) ensure(read(value, layout.metadata) === meta, wrong(layout.metadata, meta));
  const tick = read(value, layout.time);
  const [least, most] = [tickOf(layout, frame.min), tickOf(layout, frame.max) + Math.floor(maxLead / layout.unit)];
  ensure(tick >= least && tick <= most, wrong(layout.time, `${least} to ${most}`));
}

/** Asserts that a generator's IDs increase within each timeline. */
export class Order {
  #last = [-1n, -1n];

  /** Returns the lower bounds for a call's IDs. Each call has its own bounds, because a clock can make nested calls. */
  begin() {
    return [...this.#last];
  }

  check(layout, value, last, describe) {
    const timeline = layout.toggle === undefined ? 0 : read(value, layout.toggle);
    // Random bits and metadata are removed: they do not affect the order of the other bits.
    const key = layout.key(value);
    ensure(key > last[timeline], () => `an ID is not larger than the previous one: ${describe()}`);
    last[timeline] = key;
    if (key > this.#last[timeline]) this.#last[timeline] = key;
  }
}
