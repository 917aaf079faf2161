// The times of a column in the order of its rows: steps back, and the longest gap.

import { duration } from "../../tables/index.js";
import { type Finding, Places } from "./places.js";

/** A gap is worth a sentence if it is so many times the mean distance of the IDs. */
const LONG = 10;

export class Course {
  readonly #times: number[] = [];
  readonly #back = new Places();
  #ahead = 0;
  #most = 0;

  add(where: string, time: number): void {
    const step = time - (this.#times.at(-1) ?? time);
    this.#times.push(time);
    if (step > 0) this.#ahead += 1;
    if (step >= 0) return;
    this.#back.add(where);
    this.#most = Math.max(this.#most, -step);
  }

  findings(): Finding[] {
    return [this.#steps(), this.#gap()];
  }

  #steps(): Finding {
    const { count, list } = this.#back;
    const report = { stepsBack: count, longestStepBack: this.#most };
    // In a list with the newest ID first, each step goes back.
    if (count === 0 || this.#ahead === 0) return { lines: [], report };
    return { lines: [`Steps back in time: ${count} (${list}), by ${duration(this.#most)} at most.`], report };
  }

  #gap(): Finding {
    const times = Float64Array.from(this.#times).sort();
    let [longest, from] = [0, 0];
    for (const [i, time] of times.entries()) {
      const gap = time - (times[i - 1] ?? time);
      if (gap > longest) [longest, from] = [gap, time - gap];
    }
    const mean = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / Math.max(1, times.length - 1);
    const start = new Date(from).toISOString();
    // Shorter times than a ms are not known.
    const isLong = times.length > 2 && longest > 1 && longest >= LONG * mean;
    const report = { longestGap: longest, gapFrom: longest > 0 ? start : undefined };
    return { lines: isLong ? [`The longest gap: ${duration(longest)}, from ${start} on.`] : [], report };
  }
}
