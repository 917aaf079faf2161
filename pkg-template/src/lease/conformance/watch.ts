// Compares the clock and the generation in all answers of a run.

import { GENERATION } from "../stores/index.js";
import { shown } from "./failure.js";

/**
 * The years 2020 and 2200. A clock that reads an earlier or later time does not count Unix ms, but seconds or
 * microseconds, for example.
 */
const EARLIEST = 1_577_836_800_000;
const LATEST = 7_258_118_400_000;

/** The answers in one space, by the numbers of the connections. */
interface Answers {
  /** The latest reading of the clock. */
  readonly _readings: Map<number, number>;
  /** The first generation. */
  readonly _generations: Map<number, string>;
}

/**
 * Compares the answers to all reads of a run. Each public property is the first contradiction to a promise. Answers in
 * different spaces are not compared: a store may keep each space on a server or in a file of its own, with a clock and
 * a generation of its own, because no step uses two spaces.
 */
export class Watch {
  _clockIsInvalid: string | undefined;
  _clockWentBack: string | undefined;
  _clocksDiffer: string | undefined;
  _generationIsInvalid: string | undefined;
  _generationChanged: string | undefined;
  _generationsDiffer: string | undefined;

  readonly #spaces = new Map<string, Answers>();

  /** Called before a read. Returns a function that takes the clock's reading and the generation of the answer. */
  _begin(space: string, connection: number): (now: number, generation: string) => void {
    const answers = this.#spaces.get(space) ?? { _readings: new Map(), _generations: new Map() };
    this.#spaces.set(space, answers);
    const earlier = new Map(answers._readings);
    return (now, generation) => {
      this.#checkClock(connection, earlier, now);
      this.#checkGeneration(connection, answers._generations, generation);
      answers._readings.set(connection, Math.max(now, answers._readings.get(connection) ?? now));
      if (!answers._generations.has(connection)) answers._generations.set(connection, generation);
    };
  }

  #checkClock(connection: number, earlier: ReadonlyMap<number, number>, now: number): void {
    if (!Number.isSafeInteger(now) || now < EARLIEST || now > LATEST) {
      this._clockIsInvalid ??= `expected a whole number of Unix ms between the years 2020 and 2200, got now: ${now}`;
    }
    for (const [other, reading] of earlier) {
      if (now >= reading) continue;
      const got = `expected now to be at least ${reading}, as in an earlier answer`;
      if (other === connection) this._clockWentBack ??= `${got}, got ${now}`;
      else this._clocksDiffer ??= `${got} of connection ${other}, got ${now} from connection ${connection}`;
    }
  }

  #checkGeneration(connection: number, first: ReadonlyMap<number, string>, generation: string): void {
    const got = `got ${shown(generation)}`;
    if (!GENERATION.test(generation)) {
      this._generationIsInvalid ??= `expected 1 to 1000 printable ASCII characters without spaces, ${got}`;
    }
    for (const [other, earlier] of first) {
      if (generation === earlier) continue;
      const expected = `expected the generation ${shown(earlier)}, as in an earlier answer`;
      if (other === connection) this._generationChanged ??= `${expected}, ${got}`;
      else this._generationsDiffer ??= `${expected} of connection ${other}, ${got} from connection ${connection}`;
    }
  }
}
