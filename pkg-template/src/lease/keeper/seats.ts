// The seats of a space: the bits of a format that they use, and the terms that all its leases have in common.

import { bigintOf, FlakeError, itemAt, optionalWithin, type Options, requiredWithin } from "../../values/index.js";
import {
  type Field,
  flip,
  type Format,
  highPart,
  inRange,
  numberAt,
  requireMaking,
  setValue,
  words,
} from "../../ids/index.js";
import { DEFAULT_LEAD_MS, MAX_AGE_MS, MAX_DURATION_MS, OPENING, POLICIES } from "../../generated/contract.js";
import type { Engine, Opening } from "../../generators/index.js";
import type { Section } from "../protocol/index.js";
import { readSection } from "../terms/index.js";

/** A node field, or a part of one, and the number that every ID has there. */
type Given = readonly [place: Field, number: number];

/** The numbers of a seat's IDs. */
interface SeatNumbers {
  /** The frame `OPENING` of the seat. */
  readonly _frame: Opening;
  /** The first and the last sequence number. */
  readonly _range: readonly [first: number, last: number];
  /**
   * The value with the node fields. All formats share one value (`ids/value.ts`), so it is valid until another ID is read
   * or made.
   */
  readonly _nodes: Uint32Array;
}

/** The seats of a space. All node fields that are not given count as one number. */
export class Seats {
  /** The engine makes the IDs. */
  readonly _engine: Engine;
  readonly _format: Format;
  readonly _section: Section;
  /** The node fields that are given, and the node fields that are not, from high bits to low bits. */
  readonly #given: readonly Given[];
  readonly #free: readonly Field[];
  /** The frame `OPENING`, without the numbers of a seat. Its threshold counts from the first number of a seat. */
  readonly _settings: Opening;

  private constructor(
    engine: Engine,
    format: Format,
    section: Section,
    given: readonly Given[],
    free: readonly Field[],
    frame: Opening,
  ) {
    this._engine = engine;
    this._format = format;
    this._section = section;
    this.#given = given;
    this.#free = free;
    this._settings = frame;
  }

  /** The seats that the copied options of a lease describe. */
  static _read(engine: Engine, format: Format, options: Options): Seats {
    requireMaking(format);
    const [given, free] = readPlaces(engine, format, options);
    const section = sectionOf(engine, format, free, options);
    return new Seats(engine, format, section, given, free, readFrame(engine, format, section, options));
  }

  /** These seats with the section that a server has decided. */
  _with({ first, last, shares, window }: Section): Seats {
    const section = sectionOf(this._engine, this._format, this.#free, { nodes: [first, last], shares, window });
    const longest = lengthOf(this._engine, this._format, section) - 1;
    requiredWithin("sequenceResetThreshold", this._settings[OPENING.resetThreshold], longest);
    return new Seats(this._engine, this._format, section, this.#given, this.#free, this._settings);
  }

  /** The layout of the IDs, as text. */
  get _layout(): string {
    const given = this.#given.map(([{ _below, _bits }, number]) => `,bits:${_below}+${_bits}:${number}`).join("");
    return this._engine._layoutOf(this._format).replaceAll(" ", ",") + given;
  }

  /** The terms as text, for the protocol. */
  _text(skew: number, isDurable: boolean): string {
    const { first, last, shares, window } = this._section;
    const age = Math.min(window, MAX_AGE_MS);
    // For a message. The command has no option for another name.
    const given = this.#given.map(([{ _name }, number]) =>
      /^[a-z\d]{1,99}$/i.test(_name) ? ` --${_name.replace(/[A-Z]/g, "-$&").toLowerCase()}=${number}` : "",
    );
    return `layout=${this._layout} skew=${skew} age=${age} durable=${Number(isDurable)} section=${first}-${last}/${shares}/${window}${given.join("")}`;
  }

  /** Where the sequence of a tick starts, as a text to compare. */
  get _start(): string {
    return `${this._settings[OPENING.sequenceStart]},${this._settings[OPENING.resetThreshold]}`;
  }

  /** The numbers of a seat. */
  _numbers(node: number, share: number): SeatNumbers {
    const { first, last, shares } = this._section;
    if (node < first || node > last || share >= shares) {
      throw new FlakeError(
        "INVALID_FIELD",
        `the terms of the lease have no seat ${node}.${share}: check the store or the server`,
      );
    }
    setValue(0, 0);
    for (const [{ _below }, number] of this.#given) flip(_below, number);
    let rest = node;
    for (let i = this.#free.length; i-- > 0;) {
      const { _below, _bits } = this.#free[i] as Field;
      const values = 2 ** _bits;
      flip(_below, rest % values);
      rest = (rest - (rest % values)) / values;
    }
    const frame = [...this._settings];
    const length = lengthOf(this._engine, this._format, this._section);
    const range = [share * length, share * length + length - 1] as const;
    [frame[OPENING.first], frame[OPENING.last]] = range;
    frame[OPENING.nodeHigh] = highPart();
    frame[OPENING.nodeLow] = words[0] as number;
    const threshold = frame[OPENING.resetThreshold] as number;
    if (threshold > 0) frame[OPENING.resetThreshold] = threshold + range[0];
    return { _frame: frame, _range: range, _nodes: words };
  }

  /**
   * The Unix ms of an ID, and its seat. `undefined` if it is no ID of the format, or if the space has no such seat.
   */
  _seatOf(id: unknown): { readonly time: number; readonly node: number; readonly share: number } | undefined {
    const format = this._format;
    if (!format.isValid(id)) return undefined;
    const value = bigintOf(id);
    const time = format.timestamp(value);
    const loaded = format._load(value);
    if (this.#given.some(([place, number]) => numberAt(place, loaded) !== number)) return undefined;
    const node = this.#free.reduce((node, place) => node * 2 ** place._bits + numberAt(place, loaded), 0);
    const sequence = format._fields.find(({ _kind }) => _kind === "sequence") as Field;
    const share = Math.floor(numberAt(sequence, loaded) / lengthOf(this._engine, format, this._section));
    const { first, last } = this._section;
    return node < first || node > last ? undefined : { time, node, share };
  }
}

/** How many sequence numbers a seat has. */
const lengthOf = (engine: Engine, format: Format, { shares }: Section): number =>
  (engine._largestOf(format, "sequence") + 1) / shares;

/**
 * The node fields and parts that are given, and those that are not. The parts of a field that is not given stand for the
 * field.
 */
function readPlaces(engine: Engine, format: Format, options: Options): [given: Given[], free: Field[]] {
  const numbers = engine._readNodes(format, options);
  const fields = format._fields;
  let isGiven = false;
  const places = fields.flatMap((field, i): { field: Field; number: number | undefined }[] => {
    const { _bits, _kind } = field;
    const number = numbers[i];
    const isNode = _kind === "node";
    if (isNode) {
      isGiven = number !== undefined;
      if (isGiven) return [{ field, number: format._numberOf(field, i, numbers, false) }];
    }
    const isLeaf = _kind === "part" || (isNode && itemAt(fields, i + 1)?._kind !== "part");
    if (!isLeaf || isGiven || _bits === 0) return [];
    return [{ field, number: number === undefined ? undefined : inRange(field, number) }];
  });
  return [
    places.flatMap(({ field, number }) => (number === undefined ? [] : [[field, number] as const])),
    places.flatMap(({ field, number }) => (number === undefined ? [field] : [])),
  ];
}

function sectionOf(engine: Engine, format: Format, free: readonly Field[], options: Options): Section {
  const bits = free.reduce((sum, { _bits }) => sum + _bits, 0);
  const mostShares = Math.floor((engine._largestOf(format, "sequence") + 1) / engine._leastOf(format));
  return readSection(format.unit, bits, mostShares, options);
}

/** The frame `OPENING`, without the numbers of a seat. */
function readFrame(engine: Engine, format: Format, section: Section, options: Options): Opening {
  const { maxLag, maxLead, onRollback } = options;
  const frame = engine._newOpening(format);
  engine._setSettings(frame, format, options, lengthOf(engine, format, section) - 1);
  const lead = (maxLead as number | undefined) ?? DEFAULT_LEAD_MS;
  const lag = optionalWithin("maxLag", maxLag, MAX_DURATION_MS, lead);
  frame[OPENING.maxLag] = Math.floor(lag / format.unit);
  // The clock of a lease goes back only after it was far ahead by mistake. `lead` lets IDs go on increasing then.
  if (onRollback === undefined && POLICIES.onRollback[frame[OPENING.onRollback] as number] === "toggle") {
    frame[OPENING.onRollback] = POLICIES.onRollback.indexOf("lead");
  }
  // A window begins and ends with whole ticks. If ticks are longer than `maxLead`, a new seat could make no ID before the
  // next tick begins. So the default is at least a tick.
  if (maxLead === undefined) {
    frame[OPENING.maxLead] = Math.max(1, frame[OPENING.maxLead] as number);
    if (maxLag === undefined) frame[OPENING.maxLag] = Math.max(1, frame[OPENING.maxLag]);
  }
  return frame;
}
