// A leased seat in the core, which makes the IDs of its leases.

import { LEASE_REFUSALS } from "../../generated/contract.js";
import type { Asker, Engine } from "../../generators/index.js";
import type { Held } from "../protocol/index.js";
import type { Seats } from "./seats.js";

/** Whether no generator without a lease in this process could make an ID of a seat. */
export function canTake(seats: Seats, node: number, share: number): boolean {
  const { _engine } = seats;
  const answer = _engine._open(askerOf(seats), () => {
    const core = _engine._core();
    _engine._writeFrame(seats._numbers(node, share)._frame);
    return core.can_take();
  });
  return answer === 1;
}

const askerOf = ({ _format }: Seats): Asker => ({ format: _format, _refusals: LEASE_REFUSALS });

export class LeasedSeat {
  /** The node fields and their parts, by name. */
  readonly _fields: Readonly<Record<string, number>>;
  /** The first and the last sequence number. */
  readonly _range: readonly [first: number, last: number];
  readonly _engine: Engine;
  readonly #asker: Asker;
  /** The core's number of the seat. */
  readonly #number: number;

  /** Throws if a generator of this process could make an ID of the seat. `space` is the number of the space. */
  constructor(seats: Seats, space: number, { node, share }: Held) {
    const { _engine, _format } = seats;
    const { _nodes, _range, _frame } = seats._numbers(node, share);
    this._range = Object.freeze(_range);
    this._engine = _engine;
    this._fields = _engine._nodesIn(_format, _nodes);
    this.#asker = askerOf(seats);
    this.#number = _engine._open(this.#asker, () => {
      const core = _engine._core();
      _engine._writeFrame(_frame);
      return core.take_seat(space);
    });
  }

  /** Opens a generator with the settings of a lease, and returns its handle. */
  _open({ _settings }: Seats): number {
    return this._engine._open(this.#asker, () => {
      this._engine._writeFrame(_settings);
      return this._engine._core().open_on_seat(this.#number);
    });
  }

  /** Moves the window to a span of time, in Unix ms. */
  _move(from: number, until: number): void {
    this._engine._core().move_window(this.#number, from, until);
  }

  /** Ends the lease of the seat, and returns the Unix ms up to which it was used. */
  _end(): number {
    return this._engine._core().end_seat(this.#number);
  }
}
