// The time of an ID as a `Temporal.Instant`.

import { bigintOf, FlakeError } from "../values/index.js";
import { prefixedOf } from "./prefixed.js";
import { requiredFormat } from "./recognise.js";
import { requireEpoch } from "./time.js";

/** What is used of `Temporal`. */
interface Temporal {
  readonly Instant: { fromEpochNanoseconds(nanoseconds: bigint): object };
}

/** The beginning of an ID's tick. */
export function instant(given: unknown, id: unknown, options?: unknown): object {
  const prefixed = prefixedOf(given, "the format");
  const format = prefixed?.format ?? requiredFormat(given);
  requireEpoch(format._time);
  if (prefixed === undefined) format._load(bigintOf(id), format._styleOf(options));
  // Reads the text into the value, as `_load` does.
  else prefixed.fromText(id);
  const ms = BigInt(format._loadedTime());
  const ticks = format._extras._ticksOf?.(format);
  // Ticks of a fraction of a ms are counted in us.
  const nanoseconds =
    ticks === undefined
      ? ms * 1_000_000n
      : BigInt(format.epoch as number) * 1_000_000n + BigInt(ticks) * BigInt(Math.round(format.unit * 1000)) * 1000n;
  const { Temporal } = globalThis as { Temporal?: Temporal };
  if (typeof Temporal?.Instant?.fromEpochNanoseconds === "function") {
    return Temporal.Instant.fromEpochNanoseconds(nanoseconds);
  }
  const remedy = "set a polyfill as globalThis.Temporal, or use date(id)";
  throw new FlakeError("UNSUPPORTED", `there is no Temporal; ${remedy}`);
}
