// A seat that a lease holds, in the core, which makes its IDs.

import type { Format } from "../format.js";
import { OPTIONS } from "../generated/contract.js";
import { bigintOf } from "../values.js";
import { engine } from "./engine.js";
import type { Held } from "./protocol.js";

/** Whether no generator without a lease could make an ID of a seat. `record` is the record `OPTIONS` of a lease. */
export function canTake(format: Format, record: readonly number[], node: number, share: number): boolean {
  const number = engine._numberOf(format);
  engine._writeRecord(record);
  return engine._core().can_take(number, node, share) === 1;
}

/**
 * The Unix ms of an ID, and the key of its seat. `undefined` if it is no ID of the format, or if leases with the record
 * `OPTIONS` have no such seat.
 */
export function seatOfId(
  format: Format,
  record: readonly number[],
  id: unknown,
): { readonly time: number; readonly key: string } | undefined {
  if (!format.isValid(id)) return undefined;
  const given = bigintOf(id);
  const time = format.timestamp(given);
  const number = engine._numberOf(format);
  engine._writeRecord(record);
  engine._words32().set(format._load(given));
  const length = engine._core().seat_key(number);
  if (length === 0) return undefined;
  return { time, key: engine._decodeAscii(engine._batchBytes().slice(0, length)) };
}

export class LeasedSeat {
  /** The node fields and their parts, by name. */
  readonly _fields: Readonly<Record<string, number>>;
  /** The first and the last sequence number. */
  readonly _range: readonly [first: number, last: number];
  readonly _node: number;
  readonly _share: number;
  /** The core's number of the seat. */
  readonly #number: number;

  /** Throws if a generator of this process could make an ID of the seat. `space` is the number of the space. */
  constructor(format: Format, record: readonly number[], space: number, { node, share }: Held) {
    this._node = node;
    this._share = share;
    const number = engine._numberOf(format);
    engine._writeRecord(record);
    this.#number = engine._numberOrThrow(engine._core().take_seat(number, space, node, share));
    const taken = engine._numbers();
    this._range = Object.freeze([taken[OPTIONS.rangeFirst] as number, taken[OPTIONS.rangeLast] as number]);
    // The core has written the value of the node fields.
    this._fields = engine._nodesIn(format, engine._words32());
  }

  /** Opens a generator, and returns its handle. */
  _open(record: readonly number[]): number {
    return engine._callWithRandomBits(() => {
      engine._writeRecord(record);
      return engine._core().open_on_seat(this.#number);
    });
  }

  /** Moves the window to a span of time, in Unix ms. */
  _move(from: number, until: number): void {
    engine._core().move_window(this.#number, from, until);
  }

  /** Ends the lease of the seat, and returns the end of what was used, in Unix ms. */
  _end(): number {
    return engine._core().end_seat(this.#number);
  }
}
