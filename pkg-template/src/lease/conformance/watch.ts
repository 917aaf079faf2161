// What all answers of a run together say about the clock and the generation.

import { shown } from "./failure.js";

/** 2020 and 2200. A clock before or after them counts no Unix ms: it counts seconds, microseconds, or from its start. */
const EARLIEST = 1_577_836_800_000;
const LATEST = 7_258_118_400_000;

/** What a generation may be. */
export const GENERATION = /^[!-~]{1,1000}$/;

/** The latest reading of each connection's clock, when a read begins. */
export type Readings = ReadonlyMap<number, number>;

/** Compares the answers to all reads of a run. Each property is the first contradiction to a promise. */
export class Watch {
  _clockIsInvalid: string | undefined;
  _clockWentBack: string | undefined;
  _clocksDiffer: string | undefined;
  _generationIsInvalid: string | undefined;
  _generationChanged: string | undefined;
  _generationsDiffer: string | undefined;

  readonly #readings = new Map<number, number>();
  readonly #generations = new Map<number, string>();

  /** Must be called before a read. */
  _begin(): Readings {
    return new Map(this.#readings);
  }

  /** Takes the answer to a read that began when the clocks' latest readings were `earlier`. */
  _end(connection: number, earlier: Readings, now: number, generation: string): void {
    this.#checkClock(connection, earlier, now);
    this.#checkGeneration(connection, generation);
  }

  #checkClock(connection: number, earlier: Readings, now: number): void {
    if (!Number.isSafeInteger(now) || now < EARLIEST || now > LATEST) {
      this._clockIsInvalid ??= `expected a whole number of Unix ms between the years 2020 and 2200, got now: ${now}`;
    }
    for (const [other, reading] of earlier) {
      if (now >= reading) continue;
      const got = `expected now to be at least ${reading}, as in an earlier answer`;
      if (other === connection) this._clockWentBack ??= `${got}, got ${now}`;
      else this._clocksDiffer ??= `${got} of connection ${other}, got ${now} from connection ${connection}`;
    }
    this.#readings.set(connection, Math.max(now, this.#readings.get(connection) ?? 0));
  }

  #checkGeneration(connection: number, generation: string): void {
    const got = `got ${shown(generation)}`;
    if (!GENERATION.test(generation)) {
      this._generationIsInvalid ??= `expected 1 to 1000 printable ASCII characters without spaces, ${got}`;
    }
    for (const [other, earlier] of this.#generations) {
      if (generation === earlier) continue;
      const expected = `expected the generation ${shown(earlier)}, as in an earlier answer`;
      if (other === connection) this._generationChanged ??= `${expected}, ${got}`;
      else this._generationsDiffer ??= `${expected} of connection ${other}, ${got} from connection ${connection}`;
    }
    if (!this.#generations.has(connection)) this.#generations.set(connection, generation);
  }
}
