// The requests of a server: their counts, and how many requests may wait.

import { overloaded } from "./error.js";

export class Requests {
  /** How many requests for IDs have got no ID yet. */
  waiting = 0;
  readonly #maxWaiting: number;
  readonly #counts = new Map<string, number>();

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Counts a request, by route and status. */
  add(route: string, status: number): void {
    const labels = `{route="${route}",status="${status}"}`;
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1);
  }

  get samples(): [labels: string, value: number][] {
    return [...this.#counts];
  }

  /** Waits for the first IDs of a request. Refuses it if too many requests wait. */
  async whileWaiting<T>(wait: () => Promise<T>): Promise<T> {
    if (this.waiting >= this.#maxWaiting) throw overloaded(this.waiting);
    this.waiting += 1;
    try {
      return await wait();
    } finally {
      this.waiting -= 1;
    }
  }
}
