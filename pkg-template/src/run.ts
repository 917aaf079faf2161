// The run of IDs that the core has lent to a generator.

import { core } from "./core.js";
import { LENT, PERMIT } from "./generated/contract.js";
import { nodesIn } from "./nodes.js";
import type { Format } from "./format.js";
import { addHolder } from "./holders.js";
import { Logged } from "./logs.js";
import { allFloats64, numbers, words32 } from "./memory.js";
import { Word } from "./value.js";
import { throwIfRefused } from "./refusals.js";

/** The number of a freed generator. The core knows no generator by it. */
export const FREED = -1;

/**
 * Copies the first words of the value buffer to `copy`, or to a new array if they do not fit. It is a loop because `slice` and
 * `set` are code of the engine, which the processor's caches lose between two bursts: for 64 words after a pause of 4 ms, `slice`
 * takes 10 µs, `set` 2.5 and the loop 0.4.
 */
function copyOfWords(length: number, copy?: Uint32Array): Uint32Array {
  const words = words32();
  const target = copy && copy.length >= length ? copy : new Uint32Array(length);
  for (let i = 0; i < length; i++) target[i] = words[i] as number;
  return target;
}

/** A moved run has as many IDs as were used in the tick before. It becomes shorter by at most this factor. */
const SHRINK = 4;

/**
 * The base of all generators: the core's number of the generator, and the run of IDs that it holds. Handing out an ID
 * of the run takes an addition and no call of the core, as long as the clock reads the same.
 *
 * It is a base class, not an object that a generator refers to: reading the run through a second object makes `next` 10
 * to 40 % slower.
 *
 * An engine whose stack is full throws at any call. Therefore every method changes its state only after the last call
 * that can throw, and an ID that may have been returned to the core is no longer held here.
 *
 * Only `#lastLow` is private for the engine: a browser's console shows such members first.
 */
export abstract class LentRun extends Logged {
  /** This property and the next are the first ones, because a browser's console shows the first ones. */
  readonly format: Format;
  /** The node fields and their parts. */
  fields: Readonly<Record<string, number>>;
  readonly _core = core();
  /** The core's number of the generator, or `FREED`. */
  _number: number;
  /**
   * The last ID handed out, without its random bits: its high part, and its low 32 bits. For formats of numbers, the low part
   * is the whole ID, which is fastest.
   */
  protected _high = 0;
  protected _low = 0;
  /** The random bits of IDs; `undefined` if the format has none. The array may be longer than their count. */
  protected _randomBits: Uint32Array | undefined;
  /** For how many IDs there are random bits. `Infinity` if the format has none, or none have been lent yet: the core reads it as 0. */
  private _randomCount = Infinity;
  /**
   * As `_low`, of the ID that has the first random bits. Each next ID has the next ones. The ID with the last ones would not do: it
   * may be above 2^53, where numbers are inexact.
   */
  private _randomStart = 0;
  /**
   * The low part of the last ID of the run. It is private, so that the methods of a copy of the object throw (a proxy,
   * or what `Object.create` makes): a copy would return numbers to the core that the original goes on to hand out.
   */
  #lastLow = 0;
  /** The difference between consecutive IDs. */
  private _step = 1;
  /** The number by which the core knows the run. */
  private _serial = 0;
  /** The clock's reading and the metadata for which the run was lent. */
  private _reading = Number.NaN;
  private _metadata = 0;
  /**
   * How many IDs the run had when it was lent. It becomes less when fewer are needed. The core lends longer runs to busy
   * generators.
   */
  private _length = 0;
  private _isHolder = false;
  /** The low part of the ID with the lowest sequence number in the tick of the run. */
  private _start = 0;
  /** What the core has said about the tick from which the run was lent: see the record `LENT`. */
  private _lentHigh = 0;
  private _lentStart = 0;
  /** `Infinity` if the run has been returned. */
  private _tickEnd = Infinity;
  private _permit = 0;
  /** The length of a tick in ms. */
  private readonly _tickMs: number;
  /** How many values a low part can have, and both parts of the difference between the IDs of two consecutive ticks. */
  private readonly _lowValues: number;
  private readonly _tickHigh: number;
  private readonly _tickLow: number;

  constructor(format: Format, number: number) {
    super(`${format.name} generator`);
    this.format = format;
    this._number = number;
    this.fields = this._readFields(number);
    const tick = 2 ** format._time._below;
    const lowValues = format.native === "number" ? 2 ** 53 : Word.values;
    this._tickMs = format.unit;
    this._lowValues = lowValues;
    this._tickHigh = Math.floor(tick / lowValues);
    this._tickLow = tick % lowValues;
  }

  /** Reads the node fields and their parts of a generator from the core. */
  protected _readFields(number: number): Readonly<Record<string, number>> {
    throwIfRefused(this._core.node_value(number));
    return nodesIn(this.format, words32());
  }

  /** Moves to the next ID. Returns false if the run has none for this reading of the clock and this metadata. */
  protected _advance(now: number, metadata: unknown): boolean {
    if (now !== this._reading || this._low === this.#lastLow || metadata !== this._metadata) return false;
    this._low += this._step;
    return true;
  }

  /** The low part of the last ID handed out, with its random bits. */
  protected _lowWithRandom(): number {
    if (this._randomBits === undefined) return this._low;
    return this._low + (this._randomBits[this._randomIndex] as number);
  }

  /** For how many IDs random bits were used before the last ID. */
  private get _randomIndex(): number {
    return (this._low - this._randomStart) / this._step;
  }

  /** How many IDs of the run have not been handed out. */
  private get _remaining(): number {
    return (this.#lastLow - this._low) / this._step;
  }

  /** Returns the current run, borrows a new one, and moves to its first ID. Returns its length; 0 is a refusal. */
  protected _borrow(now: number, metadata: number): number {
    // Read first, so that the random bits of the IDs that are returned stay unused.
    const randomUsed = this._randomIndex + 1;
    this._returnRun();
    const length = this._core.lend(this._number, now, metadata, this._length, this._randomCount - randomUsed);
    if (length > 0) {
      const lent = numbers();
      const randomCount = lent[LENT.randomCount] as number;
      const randomBits = randomCount > 0 ? copyOfWords(randomCount, this._randomBits) : this._randomBits;
      // The only ID of a run of length 1 is handed out at once: nothing is left to recall.
      if (length > 1 && !this._isHolder) {
        addHolder<LentRun>(this, (run) => run._returnRun());
        this._isHolder = true;
      }
      this._randomBits = randomBits;
      if (randomCount > 0) this._randomCount = randomCount;
      this._reading = now;
      this._metadata = metadata;
      this._high = this._lentHigh = lent[LENT.high] as number;
      this._low = lent[LENT.low] as number;
      this.#lastLow = lent[LENT.end] as number;
      this._step = lent[LENT.step] as number;
      this._randomStart = this._low - (randomCount > 0 ? 0 : randomUsed) * this._step;
      this._serial = lent[LENT.serial] as number;
      this._start = this._lentStart = lent[LENT.start] as number;
      this._tickEnd = lent[LENT.tickEnd] as number;
      this._permit = lent[LENT.permit] as number;
    }
    this._length = length;
    return length;
  }

  /**
   * Moves the run to the tick of the clock's reading, and to its first ID there, if the core permits it. Returns false
   * otherwise. Without this, the first ID of a tick takes two calls of the core, which take microseconds after a pause, when the
   * processor's caches have lost its code. It has few branches, because the engine optimises again after each that is new.
   */
  protected _move(now: number, metadata: unknown): boolean {
    const memory = allFloats64();
    const permit = this._permit;
    const step = this._step;
    const ticks = Math.floor((now - this._tickEnd) / this._tickMs) + 1;
    // How many numbers of the sequence there are, and how many of them precede the next one.
    const all = memory[permit + PERMIT.numbers] as number;
    const next = (this._low - this._start) / step + 1;
    const used = next - (memory[permit + PERMIT.first] as number);
    const wanted = Math.max(used, Math.ceil(this._length / SHRINK));
    const length = Math.min(wanted, this._length, memory[permit + PERMIT.most] as number);
    const first = next === all ? 0 : next * (memory[permit + PERMIT.rolling] as number);
    const count = Math.min(length, all - first);
    const randomUsed = this._randomIndex + 1;
    const isPermitted =
      ticks > (memory[permit + PERMIT.moved] as number) &&
      ticks <= (memory[permit + PERMIT.limit] as number) &&
      memory[permit + PERMIT.serial] === this._serial &&
      metadata === this._metadata &&
      count <= this._randomCount - randomUsed;
    if (!isPermitted) return false;
    const sum = this._lentStart + ticks * this._tickLow;
    const carry = Math.floor(sum / this._lowValues);
    const start = sum - carry * this._lowValues;
    const low = start + first * step;
    // It throws for a copy of this object. From here on, nothing does.
    this.#lastLow = low + (count - 1) * step;
    memory[permit + PERMIT.first] = first;
    memory[permit + PERMIT.count] = count;
    memory[permit + PERMIT.moved] = ticks;
    this._reading = now;
    this._length = length;
    this._high = this._lentHigh + ticks * this._tickHigh + carry;
    this._low = low;
    this._start = start;
    this._randomStart = low - randomUsed * step;
    return true;
  }

  /** Returns the rest of the run to the core. It is not moved any more. */
  protected _returnRun(): void {
    this._tickEnd = Infinity;
    const remaining = this._remaining;
    if (remaining === 0) return;
    this._low = this.#lastLow;
    this._core.give_back(this._number, this._serial, remaining);
  }
}
