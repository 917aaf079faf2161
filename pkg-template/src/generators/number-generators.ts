// The generators of numbers. Their formats import this function, so that the bundles of other formats do not contain it.

import { isReading, type TypedGenerator } from "./typed-generators.js";

export const numberGenerators = (Base: typeof TypedGenerator) =>
  class NumberGenerator extends Base<number> {
    readonly _nextNumber = this._core.next_number;

    readonly next = (meta: unknown = 0): number => {
      const clock = this._clock;
      const now: number = clock === undefined ? Date.now() : clock();
      const isUsual = meta === 0 && isReading(now);
      const id = isUsual ? this._nextNumber(this._number, this._policy, now) : -1;
      return id >= 0 ? id : this._nextSlowly(now, meta, isUsual);
    };

    // A format of numbers has no metadata.
    _make(now: number): number | undefined {
      const id = this._nextNumber(this._number, this._policy, now);
      return id >= 0 ? id : undefined;
    }
  };
