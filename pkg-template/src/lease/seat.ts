// A seat that a lease holds, in the core, which makes its IDs.

import type { Codec } from "../codec.js";
import type { Core } from "../core.js";
import { DEFAULT_STYLE } from "../encodings.js";
import { OPTIONS } from "../generated/contract.js";
import { batchBytes, decodeAscii, numbers, switchCore, words32, writeRecord } from "../memory.js";
import { callWithRandomBits, numberOrThrow } from "../refusals.js";
import type { Held } from "./protocol.js";

/** A format, and its core. Two realms of a thread may have a core each. */
export interface CoreFormat {
  readonly _core: Core;
  readonly _codec: Codec;
}

/** Whether no generator without a lease could make an ID of a seat. `record` is the record `OPTIONS` of a lease. */
export function canTake(
  { _core, _codec }: CoreFormat,
  record: readonly number[],
  node: number,
  share: number,
): boolean {
  switchCore(_core);
  writeRecord(record);
  return _core.can_take(_codec._format, node, share) === 1;
}

/**
 * The Unix ms of an ID, and the key of its seat. `undefined` if it is no ID of the format, or if leases with the record
 * `OPTIONS` have no such seat.
 */
export function seatOfId(
  { _core, _codec }: CoreFormat,
  record: readonly number[],
  id: unknown,
): { readonly time: number; readonly key: string } | undefined {
  switchCore(_core);
  if (!_codec._isValid(id, undefined)) return undefined;
  // Loaded, because `seat_key` reads the loaded value.
  _codec._load(id, DEFAULT_STYLE);
  _core.write_value(_codec._format);
  const time = _codec._fields._timestamp(words32());
  writeRecord(record);
  const length = _core.seat_key(_codec._format);
  return length === 0 ? undefined : { time, key: decodeAscii(batchBytes().slice(0, length)) };
}

export class LeasedSeat {
  /** The node fields and their parts, by name. */
  readonly _fields: Readonly<Record<string, number>>;
  /** The first and the last sequence number. */
  readonly _range: readonly [first: number, last: number];
  readonly _node: number;
  readonly _share: number;
  readonly #core: Core;
  /** The core's number of the seat. */
  readonly #number: number;

  /** Throws if a generator of this process could make an ID of the seat. `space` is the number of the space. */
  constructor({ _core, _codec }: CoreFormat, record: readonly number[], space: number, { node, share }: Held) {
    this._node = node;
    this._share = share;
    this.#core = _core;
    switchCore(_core);
    writeRecord(record);
    this.#number = numberOrThrow(_core.take_seat(_codec._format, space, node, share));
    this._range = Object.freeze([numbers()[OPTIONS.rangeFirst] as number, numbers()[OPTIONS.rangeLast] as number]);
    this._fields = loadedNodeFields(_core, _codec);
  }

  /** Opens a generator, and returns its handle. */
  _open(record: readonly number[]): number {
    return callWithRandomBits(() => {
      switchCore(this.#core);
      writeRecord(record);
      return this.#core.open_on_seat(this.#number);
    });
  }

  /** Moves the window to a span of time, in Unix ms. */
  _move(from: number, until: number): void {
    this.#core.move_window(this.#number, from, until);
  }

  /** Ends the lease of the seat, and returns the end of what was used, in Unix ms. */
  _end(): number {
    return this.#core.end_seat(this.#number);
  }
}

/** The node fields of the loaded value. */
function loadedNodeFields(core: Core, codec: Codec): Readonly<Record<string, number>> {
  core.write_value(codec._format);
  return codec._fields._nodes(words32());
}
