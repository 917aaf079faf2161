// The judgement of all IDs of an input together.

import { inspectAll, type InspectOptions } from "flakekit/inspect";
import { type Io, notify } from "../io/index.js";
import type { Id } from "./print.js";

/** Fewer IDs are judged one by one only. */
const FEWEST = 5;

/** From this score on, the judgement is worth a message. */
const SURE = 0.9;

/** More IDs would not change the judgement. */
const MOST = 512;

/** Keeps IDs of an input, evenly spread, and says of which kind they are together. */
export class Together {
  #ids: Id[] = [];
  #step = 1;
  #seen = 0;

  see(id: Id | undefined): void {
    if (id === undefined) return;
    if (this.#seen % this.#step === 0) this.#ids.push(id);
    this.#seen += 1;
    if (this.#ids.length < MOST) return;
    this.#ids = this.#ids.filter((_, at) => at % 2 === 0);
    this.#step *= 2;
  }

  report(io: Io, options: InspectOptions): void {
    if (this.#seen < FEWEST) return;
    const [best] = inspectAll(this.#ids, options).candidates;
    if (best === undefined || best.score < SURE) return;
    const percent = `${(best.score * 100).toFixed(1)} %`;
    notify(
      io,
      `together, the ${this.#seen} IDs are of the kind ${best.format} (${percent}): ${best.reasons.join("; ")}`,
    );
  }
}
