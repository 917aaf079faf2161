// The IDs of clients whose transactions were committed.

/** A list of IDs, which grows. */
class List {
  #ids = new BigInt64Array(1 << 16);
  length = 0;

  push(id) {
    if (this.length === this.#ids.length) {
      const longer = new BigInt64Array(2 * this.length);
      longer.set(this.#ids);
      this.#ids = longer;
    }
    this.#ids[this.length++] = id;
  }

  /** The IDs, `size` of them at a time. */
  *pages(size) {
    for (let at = 0; at < this.length; at += size) yield this.#ids.subarray(at, Math.min(at + size, this.length));
  }
}

export class Ids {
  /** The IDs of rows, and the IDs of calls without a row. */
  ofRows = new List();
  ofCalls = new List();
  transactions = 0;
  /** How often an ID was not greater than one that somebody had before the statement was sent. */
  descents = 0;
  /** The highest ID that anybody has. A statement that is sent now must make greater IDs. */
  highest = 0n;

  get count() {
    return this.ofRows.length + this.ofCalls.length;
  }

  /** Checks the IDs of a statement, in their order. `floor` is the value of `highest` when the statement was sent. */
  checkOrder(floor, ids) {
    let last = floor;
    for (const id of ids) {
      if (id <= last) this.descents += 1;
      last = id;
    }
  }

  /** Takes the IDs of a transaction that was committed. */
  take(ofRows, ofCalls) {
    this.transactions += 1;
    for (const id of ofRows) this.#take(this.ofRows, id);
    for (const id of ofCalls) this.#take(this.ofCalls, id);
  }

  #take(list, id) {
    list.push(id);
    if (id > this.highest) this.highest = id;
  }
}
