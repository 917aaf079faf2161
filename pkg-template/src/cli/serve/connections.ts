// How many connections a server has, and may have.

import { UsageError, wholeNumber } from "../words/index.js";

/** How many descriptors are kept for the store, for standard input and output, and for Node itself. */
const KEPT = 64;

/**
 * The most connections by default. The number bounds the memory: a connection whose client does not read takes about
 * 100 KB.
 */
const DEFAULT_MAX = 4_096;

/** Dropped connections are reported once in this time, in ms. */
const SILENCE = 60_000;

/** The most connections: as `--max-connections` says, and as the limit of descriptors allows, if there is one. */
export function maxConnectionsOf(given: unknown, descriptors: number | undefined): number {
  // With a low limit, half of the descriptors are kept.
  const allowed = descriptors === undefined ? Number.MAX_SAFE_INTEGER : descriptors - Math.min(KEPT, descriptors >> 1);
  if (given === undefined) return Math.min(DEFAULT_MAX, allowed);
  const wanted = wholeNumber("--max-connections", given, [1, Number.MAX_SAFE_INTEGER]);
  if (wanted <= allowed) return wanted;
  throw new UsageError(
    `--max-connections is ${wanted}; it can be ${allowed} at most, because the process can open ${descriptors} files and sockets, and ${(descriptors as number) - allowed} are kept for the store; raise that limit, as by ulimit -n`,
  );
}

/** Counts the connections of a server. */
export class Connections {
  open = 0;
  /** How many connections were dropped because the largest number of connections was open. */
  dropped = 0;
  #nextReport = 0;

  constructor(
    readonly max: number,
    /** Writes to the server's log. */
    readonly log: (text: string) => void,
  ) {}

  drop(): void {
    this.dropped += 1;
    const now = performance.now();
    if (now < this.#nextReport) return;
    this.#nextReport = now + SILENCE;
    const sum = `${this.dropped} so far`;
    this.log(`${this.max} connections are open, which is the most; more are dropped (${sum}); see --max-connections`);
  }
}
