import type * as api from "../index.js";
import { floats, putText, reported, TEXT_LENGTH, theCore, VALUES_LENGTH } from "./core.js";
import { FlakeError } from "./errors.js";
import { epochOf, Format } from "./format.js";
import { toMs } from "./instant.js";
import { systemClock } from "./platform.js";
import { named, type Options, wrong } from "./values.js";

const OPTIONS = ["now", "epoch", "formats"];

/** What the core reports of a candidate. */
interface Reported extends Omit<api.Candidate, "date" | "value"> {
  timestamp: number | null;
  value: string;
}

export function inspect(id: unknown, given?: Options): api.Candidate[] {
  const options = named("inspect", given, OPTIONS);
  const now = options.now === undefined ? systemClock() : toMs("now", options.now, "INVALID_TIME");
  const epoch = epochOf(options);
  const text = textOf(id);
  if (text.length > TEXT_LENGTH) return [];

  const own = [...((options.formats ?? []) as Iterable<unknown>)].map(numberOf);
  if (own.length > VALUES_LENGTH) throw wrong("INVALID_OPTION", "formats", own, `up to ${VALUES_LENGTH}`);
  floats().set(own);
  const found = theCore().inspect(putText(text), Number(typeof id !== "string"), now, epoch, own.length);
  return (reported(found) as Reported[]).map((candidate) => ({
    ...candidate,
    value: candidate.value === "" ? null : BigInt(candidate.value),
    date: candidate.timestamp === null ? null : new Date(candidate.timestamp),
  }));
}

function numberOf(format: unknown): number {
  if (format instanceof Format) return format._number;
  throw new FlakeError("INVALID_OPTION", "formats must be what defineFormat makes");
}

function textOf(id: unknown): string {
  if (typeof id === "string") return id;
  if (typeof id === "bigint" && id >= 0n) return String(id);
  if (typeof id === "number" && Number.isSafeInteger(id) && id >= 0) return String(id);
  throw wrong("INVALID_ID", "the ID", id, "a text, a bigint or a safe integer");
}
