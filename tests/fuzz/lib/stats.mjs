// What was really done: a fuzzer that only collects refusals proves nothing.

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

  /** One line: how often each call was answered, and in parentheses how often it was refused. */
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
