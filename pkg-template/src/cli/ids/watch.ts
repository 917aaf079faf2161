// What is said once of all IDs together: that digits were lost, or that they hold no time.

import { scan } from "flakekit/inspect";
import { isClearlyDamaged, isLost, mayBeDamaged } from "./damage.js";
import { type Io, notify } from "../io/index.js";
import type { Id } from "./print.js";

/** Counts the IDs of an input that have a warning. */
export class Watch {
  #total = 0;
  readonly #damaged = new Places();
  readonly #counters = new Places();

  /** Looks at an ID, which was read if `isCounter` is known. */
  see(id: Id, where: string, isCounter: boolean): void {
    this.#total += 1;
    if (isCounter) this.#counters.add(where);
    else if (isDamaged(String(id))) this.#damaged.add(where);
  }

  /** Says what is to be said, if anything. */
  report(io: Io): void {
    const damaged = this.#damaged;
    if (isClearlyDamaged(damaged.count, this.#total)) {
      notify(
        io,
        `${damaged.count} of ${this.#total} IDs have lost their last digits, first that of ${damaged.first}, as spreadsheets and JSON.parse ` +
          "round long numbers; their times are nearly right, and their other fields are wrong. Export the IDs as text",
      );
    }
    const { count, first } = this.#counters;
    if (count === 1)
      notify(io, `the ID of ${first} is a counter from before such IDs held a time; its time means nothing`);
    if (count > 1) {
      notify(
        io,
        `${count} IDs, first that of ${first}, are counters from before such IDs held a time; their times mean nothing`,
      );
    }
  }
}

/** How many there are, and where the first one is. */
class Places {
  count = 0;
  first = "";

  add(where: string): void {
    if (this.count === 0) this.first = where;
    this.count += 1;
  }
}

function isDamaged(text: string): boolean {
  if (!mayBeDamaged(text)) return false;
  const [found] = scan(text);
  return isLost(found?.warning);
}
