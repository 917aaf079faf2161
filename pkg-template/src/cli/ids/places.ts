// The findings of a check, and the places in the input that a message names.

/** What a check found. */
export interface Finding {
  /** The sentences for a person. */
  readonly lines: readonly string[];
  /** The members of the report for a program. */
  readonly report: Readonly<Record<string, unknown>>;
}

/** How many places a message lists. */
const MAX_LISTED = 3;

/** How many IDs, quotes or rows are worth a message, and the places of the first ones. */
export class Places {
  count = 0;
  /** The sentence about the first one. */
  first = "";
  readonly #listed: string[] = [];
  #hasMore = false;

  add(where: string, what = ""): void {
    if (this.count === 0) this.first = what;
    this.count += 1;
    // A line may have several IDs.
    if (this.#listed.at(-1) === where) return;
    if (this.#listed.length < MAX_LISTED) this.#listed.push(where);
    else this.#hasMore = true;
  }

  get list(): string {
    return `${this.#listed.join(", ")}${this.#hasMore ? ", …" : ""}`;
  }
}
