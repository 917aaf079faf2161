// A seat that a lease holds, in the core, which makes its IDs.

import type { Codec } from "../codec.js";
import { core } from "../core.js";
import { words32, writeRecord } from "../memory.js";
import { callWithRandomBits, numberOrThrow } from "../refusals.js";
import type { Held } from "./protocol.js";

/** Whether no generator without a lease could make an ID of a seat. `record` is the record `OPTIONS` of a lease. */
export function canTake(codec: Codec, record: readonly number[], node: number, share: number): boolean {
  writeRecord(record);
  return core().can_take(codec._format, node, share) === 1;
}

export class LeasedSeat {
  /** The node fields and their parts, by name. */
  readonly _fields: Readonly<Record<string, number>>;
  readonly _node: number;
  readonly _share: number;
  /** The core's number of the seat. */
  readonly #number: number;

  /** Throws if a generator of this process could make an ID of the seat. `space` is the number of the space. */
  constructor(codec: Codec, record: readonly number[], space: number, { node, share }: Held) {
    this._node = node;
    this._share = share;
    writeRecord(record);
    this.#number = numberOrThrow(core().take_seat(codec._format, space, node, share));
    this._fields = loadedNodeFields(codec);
  }

  /** Opens a generator, and returns its handle. */
  _open(record: readonly number[]): number {
    return callWithRandomBits(() => {
      writeRecord(record);
      return core().open_on_seat(this.#number);
    });
  }

  /** Moves the window to a span of time, in Unix ms. */
  _move(from: number, until: number): void {
    core().move_window(this.#number, from, until);
  }

  /** Ends the lease of the seat, and returns the end of what was used, in Unix ms. */
  _end(): number {
    return core().end_seat(this.#number);
  }
}

/** The node fields of the loaded value. */
function loadedNodeFields(codec: Codec): Record<string, number> {
  const { _fields, _fieldNames } = codec._description;
  core().decode(codec._format);
  const words = words32();
  const numbers: Record<string, number> = {};
  _fields.forEach(({ kind }, i) => {
    if (kind === "node") numbers[_fieldNames[i] as string] = words[2 * i] as number;
  });
  return numbers;
}
