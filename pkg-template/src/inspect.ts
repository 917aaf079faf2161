import type * as api from "../index.js";
import { giveNumbers, putText, theCore } from "./core.js";
import { FlakeError } from "./errors.js";
import { Format } from "./format.js";
import { toMs } from "./instant.js";
import { systemClock } from "./platform.js";

/** No ID of any format is longer. */
const LONGEST = 64;

const OPTIONS = ["now", "epoch", "formats"];

/** What the core reports of a candidate. */
interface Reported extends Omit<api.Candidate, "date"> {
  timestamp: number | null;
}

export function inspect(id: unknown, options: Record<string, unknown> = {}): api.Candidate[] {
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) {
      throw new FlakeError("INVALID_OPTION", `inspect has no option '${name}'; it has ${OPTIONS.join(", ")}`);
    }
  }
  const now = options.now === undefined ? systemClock() : toMs("now", options.now, "INVALID_TIME");
  const epoch = options.epoch === undefined ? Number.NaN : toMs("epoch", options.epoch, "INVALID_EPOCH");
  const text = textOf(id);
  if (text.length > LONGEST) return [];

  const numbers: number[] = [];
  for (const format of (options.formats ?? []) as Iterable<unknown>) {
    if (!(format instanceof Format)) {
      throw new FlakeError("INVALID_OPTION", "formats must be a list of formats, such as defineFormat makes");
    }
    numbers.push(format.number);
  }
  giveNumbers(numbers);
  const found = theCore().inspect(putText(text), typeof id !== "string", now, epoch);
  return (found as Reported[]).map((candidate) => ({
    ...candidate,
    date: candidate.timestamp === null ? null : new Date(candidate.timestamp),
  }));
}

function textOf(id: unknown): string {
  if (typeof id === "string") return id;
  if (typeof id === "bigint" && id >= 0n) return String(id);
  if (typeof id === "number" && Number.isSafeInteger(id) && id >= 0) return String(id);
  throw new FlakeError("INVALID_ID", `${String(id)} is no ID: inspect takes a text, a bigint or a safe integer`);
}
