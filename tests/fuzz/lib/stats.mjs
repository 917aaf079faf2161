// Counts of the calls of trials. A fuzzer whose calls nearly all throw errors proves nothing. The counts show whether
// it is one.

export class Stats {
  trials = 0;
  ids = 0;
  counts = new Map();

  count(name, by = 1) {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  of(name) {
    return this.counts.get(name) ?? 0;
  }

  /** Returns a line with the number of results of each call and, in parentheses, the number of errors. */
  coverage() {
    const names = [...this.counts.keys()].filter(
      (name) => !name.endsWith(" refused") || !this.counts.has(name.slice(0, -8)),
    );
    return names
      .toSorted()
      .map((name) => {
        const refused = this.of(`${name} refused`);
        return `${name} ${this.of(name)}${refused > 0 ? ` (${refused})` : ""}`;
      })
      .join(", ");
  }
}
