// Reads the options of a lease.

import { FlakeError } from "../errors.js";
import type { Format } from "../format.js";
import {
  COMMON_NAMES,
  DEFAULT_LEAD_MS,
  DEFAULT_WAIT_MS,
  LEASE_NAMES,
  MAX_DURATION_MS,
  MAX_NODE,
  MIN_WINDOW_TICKS,
  OPTIONS,
  TERM_NAMES,
} from "../generated/contract.js";
import { POLICY_NAMES } from "../policies.js";
import { largestOf } from "../records.js";
import { requireEpoch } from "../time.js";
import {
  invalid,
  optionalNumber,
  type Options,
  readGuarded,
  readOptions,
  readProperties,
  readRange,
} from "../values.js";
import { engine } from "./engine.js";
import type { Section } from "./protocol.js";
import { type AnyStore, isServer, requiredStore, requiredStoreOrServer } from "./store.js";
import { CONTROL, MAX_NAME_LENGTH } from "./texts.js";

/** How long `lease` waits for a seat if `maxWait` is not given, in ms. */
const DEFAULT_CLAIM_WAIT_MS = 30_000;

/** What a space is, and what a lease wants to agree upon with all others of it. */
export interface SpaceTerms {
  readonly store: AnyStore;
  readonly space: string;
  /** The record `OPTIONS`. */
  readonly record: readonly number[];
  /** The terms as text. */
  readonly text: string;
  readonly section: Section;
  /** Where the sequence of a tick starts: the number of the word, and the threshold. */
  readonly start: string;
}

/** The options of a lease in the form in which they are used. */
export interface LeaseSettings extends SpaceTerms {
  readonly onOverflow: ((notification: unknown) => void) | undefined;
  readonly onChange: ((status: unknown) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  /** In ms. */
  readonly maxLead: number;
  readonly maxWait: number;
  readonly maxClaimWait: number;
}

export function readLeaseOptions(format: Format, given: unknown): LeaseSettings {
  const nodes = engine._nodeNames(format);
  const names = [...nodes, ...POLICY_NAMES, ...COMMON_NAMES, ...TERM_NAMES, ...LEASE_NAMES];
  const options = readOptions(`lease(${format.name})`, given, names);
  options.onExhausted ??= engine._usualOnExhausted(format);
  const store = requiredStoreOrServer(options.store);
  if (isServer(store)) refuseTerms(options);
  const terms = readTerms(format, store, options);
  const { maxLead, maxWait } = options as { maxLead?: number; maxWait?: number };
  return {
    ...terms,
    onOverflow: engine._readListener("onOverflow", options),
    onChange: engine._readListener("onChange", options),
    signal: engine._readSignal(options.signal),
    maxLead: maxLead ?? DEFAULT_LEAD_MS,
    maxWait: maxWait ?? DEFAULT_WAIT_MS,
    maxClaimWait: maxWait ?? DEFAULT_CLAIM_WAIT_MS,
  };
}

/** A server decides the terms, and does not say them before it is asked. */
function refuseTerms(options: Options): void {
  const given = TERM_NAMES.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new FlakeError(
    "INVALID_OPTION",
    `${given} is given, but the server of the leases decides it: give it to handler`,
  );
}

/** The options of `migrateSpace`: a store, the terms, and the node fields that are given. */
export function readMigration(format: Format, given: unknown): SpaceTerms {
  const names = ["store", ...engine._nodeNames(format), ...TERM_NAMES];
  const options = readOptions(`migrateSpace(${format.name})`, given, names);
  return readTerms(format, requiredStore(options.store), options);
}

/** Reads the terms of a space from options that were copied. */
export function readTerms(format: Format, store: AnyStore, options: Options): SpaceTerms {
  requireEpoch(format._time);
  const record = engine._optionsRecord(format, options);
  if (options.nodes !== undefined) {
    const [first, last] = readRange("nodes", options.nodes, MAX_NODE);
    record[OPTIONS.nodesFirst] = first;
    record[OPTIONS.nodesLast] = last;
  }
  const { shares, window, clockSkew, maxLag } = options;
  record[OPTIONS.shares] = optionalNumber("shares", shares, largestOf(format, "sequence") + 1, "INVALID_OPTION", 1);
  const shortest = MIN_WINDOW_TICKS * format.unit;
  record[OPTIONS.window] = optionalNumber(
    "window",
    window,
    Math.max(MAX_DURATION_MS, shortest),
    "INVALID_OPTION",
    shortest,
  );
  record[OPTIONS.clockSkew] = optionalNumber("clockSkew", clockSkew, MAX_DURATION_MS);
  record[OPTIONS.maxLag] = optionalNumber("maxLag", maxLag, MAX_DURATION_MS);
  const space = readSpace(options.space ?? format.name);
  const isDurable = readGuarded("INVALID_OPTION", "store.durable", () => {
    return !isServer(store) && readProperties(store, ["durable"])["durable"] === true;
  });
  // From here on no code of the user runs, which might make IDs and overwrite the memory, until all of it is read.
  const number = engine._numberOf(format);
  engine._writeRecord(record);
  const length = engine._numberOrThrow(engine._core().lease_terms(number, isDurable ? 1 : 0));
  const terms = engine._numbers();
  const section = {
    first: terms[OPTIONS.nodesFirst] as number,
    last: terms[OPTIONS.nodesLast] as number,
    shares: terms[OPTIONS.shares] as number,
    window: terms[OPTIONS.window] as number,
  };
  const start = [terms[OPTIONS.sequence], terms[OPTIONS.resetThreshold]].join();
  return { store, space, record, section, start, text: engine._decodeAscii(engine._batchBytes().slice(0, length)) };
}

/** The name of a space. */
export function readSpace(given: unknown): string {
  const isText = typeof given === "string" && given !== "" && given.length <= MAX_NAME_LENGTH;
  if (isText && !CONTROL.test(given)) return given;
  const expected = `a text of 1 to ${MAX_NAME_LENGTH} characters without control characters`;
  throw invalid("INVALID_OPTION", "space", given, expected);
}
