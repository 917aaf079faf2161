// The store in the memory of this thread.

import type * as api from "../../../types/lease/memory.js";
import type { LeaseStore } from "../../../types/lease/store.js";
import { FlakeError, invalid, isWholeNumber, quoted, readOptions } from "../../values/index.js";
import { areAsRead } from "./checks.js";
import { GENERATION } from "./texts.js";

export function memory(given?: api.MemoryOptions): LeaseStore {
  const { clock = () => Date.now(), generation = "memory" } = readOptions("memory()", given, ["clock", "generation"]);
  if (typeof clock !== "function") {
    throw invalid("INVALID_OPTION", "clock", clock, "a function to give Unix ms, such as Date.now");
  }
  if (typeof generation !== "string" || !GENERATION.test(generation)) {
    const expected = "a text of 1 to 1000 printable ASCII characters without spaces";
    throw invalid("INVALID_OPTION", "generation", generation, expected);
  }
  const spaces = new Map<string, Map<string, string>>();
  return {
    durable: true,
    spaces: () => Promise.resolve([...spaces.keys()]),
    keysOf: (space) => Promise.resolve([...(spaces.get(space)?.keys() ?? [])]),
    async read(space, keys) {
      const now = wholeReading(clock());
      const records = spaces.get(space);
      return { now, generation, records: keys.map((key) => records?.get(key) ?? null) };
    },
    async swap(space, key, previous, next, guard) {
      // The clock is code of the user. It runs first, because nothing may come between the comparison and the write.
      const now = wholeReading(clock());
      const records = spaces.get(space);
      const at = (name: string): string | null => records?.get(name) ?? null;
      // In this form, a `before` that is no number refuses the swap.
      if (!areAsRead(at, generation, key, previous, guard) || !(now < guard.before)) return false;
      if (records === undefined) spaces.set(space, new Map([[key, next]]));
      else records.set(key, next);
      return true;
    },
  };
}

/** A reading of the clock in whole ms. */
function wholeReading(reading: unknown): number {
  const now = typeof reading === "number" ? Math.floor(reading) : Number.NaN;
  if (isWholeNumber(now)) return now;
  throw new FlakeError(
    "CLOCK_INVALID",
    `the clock of the store reads ${quoted(reading)}; it must give Unix ms, from 0 to ${Number.MAX_SAFE_INTEGER}`,
  );
}
