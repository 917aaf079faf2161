// The generators of IDs as texts or bytes: sno's. Its format imports this function, so that the bundles of other formats do not contain it.

import { instantToMs } from "../values/index.js";
import { STATE } from "../generated/contract.js";
import type { TypedGenerator } from "./typed-generators.js";
import { Word } from "../ids/index.js";

export const textGenerators = (Base: typeof TypedGenerator) =>
  class TextGenerator extends Base<string> {
    readonly next = this.nextText;

    _make(now: number, metadata: number): string | undefined {
      const low = this._nextHalves(this._number, this._policy, now);
      if (low < 0) return undefined;
      this._setMetadata(metadata);
      return this._write(low);
    }

    readonly nextBytes = (meta?: unknown): Uint8Array => this.format.toBytes(this.next(meta));

    /** An ID of a given time. */
    nextWithTime(time: unknown, meta: unknown = 0): string {
      const ms = instantToMs("time", time);
      const answer = this._core.id_for_time(this._number, ms, this._metadataOf(meta));
      const [low, middle, high] = this._words(answer) as unknown as [number, number, number];
      return this._texts._write(high * Word.values + middle, low);
    }

    get partition(): number {
      return this._readFields(this._number).partition as number;
    }

    get sequence(): number {
      const { first, last, next, used } = this._progress();
      if (used === 0) return first;
      return next === first ? last : next - 1;
    }

    get sequenceMin(): number {
      return this._progress().first;
    }

    get sequenceMax(): number {
      return this._progress().last;
    }

    get len(): number {
      return this._progress().used;
    }

    get cap(): number {
      const { first, last } = this._progress();
      return last - first + 1;
    }

    /** The range of the sequence, its next number, and how many numbers are used in the clock's tick. */
    _progress(): { first: number; last: number; next: number; used: number } {
      const state = this._state();
      const [first = 0, last = 0, tick, , next = 0, used = 0] = state;
      return { first, last, next, used: tick === state[STATE.now] ? used : 0 };
    }
  };

export type TextGenerator = InstanceType<ReturnType<typeof textGenerators>>;
