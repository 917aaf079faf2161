// The generators of bigints, and what they have in common with those of numbers and texts, which few formats have.

import { Generator } from "./generator.js";
import { type Id, Word } from "../ids/index.js";
import { HALVES } from "../generated/contract.js";
import { numbers, words64 } from "../bridge/index.js";
import { TextWriter } from "./text-writer.js";

/** Whether a clock's reading is a finite number. To convert another value, the engine could call code of the user. */
export const isReading = (now: unknown): boolean => typeof now === "number" && now - now === 0;

// The functions of the core are read once for each generator: the engine keeps a module's exports as a dictionary, and hashes
// the name at each look-up. A refusal is -1, and 0 of `next_value`. It is compared with a literal: a constant of the module
// takes 3 ns more, because a bundle declares it with `let`.

/** IDs of one type. */
export abstract class TypedGenerator<V extends Id> extends Generator<V> {
  readonly _nextHalves = this._core.next_halves;
  readonly _texts = new TextWriter(this.format);
  /** The metadata of the last text, and the numbers that it adds to the high part and to the low 32 bits of an ID. */
  _metadata: unknown = 0;
  _addedHigh = 0;
  _addedLow = 0;

  readonly nextText = (meta: unknown = 0): string => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    // Set after the clock was read, because the clock may make an ID with other metadata.
    if (meta !== this._metadata) this._setMetadata(meta);
    const isUsual = isReading(now);
    const low = isUsual ? this._nextHalves(this._number, this._policy, now) : -1;
    return low >= 0 ? this._write(low) : this.format.toText(this._nextSlowly(now, meta, isUsual));
  };

  _setMetadata(meta: unknown): void {
    const added = this._placed(this._metadataOf(meta));
    this._addedHigh = Math.floor(added / Word.values);
    this._addedLow = added % Word.values;
    this._metadata = meta;
  }

  /** The text of the ID that the core has made, with the metadata. */
  _write(low: number): string {
    return this._texts._write((numbers()[HALVES.high] as number) + this._addedHigh, low + this._addedLow);
  }
}

export class BigintGenerator extends TypedGenerator<bigint> {
  private readonly _nextValue = this._core.next_value;

  readonly next = (meta: unknown = 0): bigint => {
    const clock = this._clock;
    const now: number = clock === undefined ? Date.now() : clock();
    const isUsual = meta === 0 && isReading(now);
    if (isUsual && this._nextValue(this._number, this._policy, now) !== 0) return words64()[0] as bigint;
    return this._nextSlowly(now, meta, isUsual);
  };

  protected _make(now: number, metadata: number): bigint | undefined {
    if (this._nextValue(this._number, this._policy, now) === 0) return undefined;
    const id = words64()[0] as bigint;
    return metadata === 0 ? id : id | BigInt(this._placed(metadata));
  }
}
