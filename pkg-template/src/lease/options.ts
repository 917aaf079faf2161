// Reads the options of a lease.

import { FlakeError } from "../errors.js";
import type { FormatInternals } from "../format.js";
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
import { batchBytes, decodeAscii, numbers, switchCore, writeRecord } from "../memory.js";
import { optionsRecord, POLICY_NAMES, readListener, readSignal } from "../options.js";
import { numberOrThrow } from "../refusals.js";
import { FORMAT_KEY } from "../shared.js";
import {
  invalid,
  optionalNumber,
  type Options,
  readGuarded,
  readOptions,
  readProperties,
  readRange,
} from "../values.js";
import type { Section } from "./protocol.js";
import type { CoreFormat } from "./seat.js";
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

/** The internals of a format of any copy of this version. */
export function internalsOf(format: unknown): FormatInternals {
  const internals =
    typeof format === "object" && format !== null
      ? (format as Record<symbol, FormatInternals | undefined>)[FORMAT_KEY]
      : undefined;
  if (internals !== undefined) return internals;
  throw invalid("INVALID_OPTION", "the format", format, "a format of the same version of flakekit, such as discord");
}

export function readLeaseOptions(internals: FormatInternals, given: unknown): LeaseSettings {
  const { _codec, _onExhausted } = internals;
  const { _public } = _codec._description;
  const nodes = _codec._description._namesOf("node");
  const names = [...nodes, ...POLICY_NAMES, ...COMMON_NAMES, ...TERM_NAMES, ...LEASE_NAMES];
  const options = readOptions(`lease(${_public.name})`, given, names);
  options.onExhausted ??= _onExhausted;
  const store = requiredStoreOrServer(options.store);
  if (isServer(store)) refuseTerms(options);
  const terms = readTerms(internals, store, options);
  const { maxLead, maxWait } = options as { maxLead?: number; maxWait?: number };
  return {
    ...terms,
    onOverflow: readListener("onOverflow", options),
    onChange: readListener("onChange", options),
    signal: readSignal(options.signal),
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
export function readMigration(internals: FormatInternals, given: unknown): SpaceTerms {
  const { _description } = internals._codec;
  const names = ["store", ..._description._namesOf("node"), ...TERM_NAMES];
  const options = readOptions(`migrateSpace(${_description._public.name})`, given, names);
  return readTerms(internals, requiredStore(options.store), options);
}

/** Reads the terms of a space from options that were copied. */
export function readTerms({ _core, _codec }: CoreFormat, store: AnyStore, options: Options): SpaceTerms {
  const { _description } = _codec;
  const record = optionsRecord(_description, options);
  if (options.nodes !== undefined) {
    const [first, last] = readRange("nodes", options.nodes, MAX_NODE);
    record[OPTIONS.nodesFirst] = first;
    record[OPTIONS.nodesLast] = last;
  }
  const { shares, window, clockSkew, maxLag } = options;
  record[OPTIONS.shares] = optionalNumber(
    "shares",
    shares,
    _description._largestOf("sequence") + 1,
    "INVALID_OPTION",
    1,
  );
  const shortest = MIN_WINDOW_TICKS * _description._public.unit;
  record[OPTIONS.window] = optionalNumber(
    "window",
    window,
    Math.max(MAX_DURATION_MS, shortest),
    "INVALID_OPTION",
    shortest,
  );
  record[OPTIONS.clockSkew] = optionalNumber("clockSkew", clockSkew, MAX_DURATION_MS);
  record[OPTIONS.maxLag] = optionalNumber("maxLag", maxLag, MAX_DURATION_MS);
  const space = readSpace(options.space ?? _description._public.name);
  const isDurable = readGuarded("INVALID_OPTION", "store.durable", () => {
    return !isServer(store) && readProperties(store, ["durable"])["durable"] === true;
  });
  // From here on no code of the user runs, which might make IDs and overwrite the memory, until all of it is read.
  switchCore(_core);
  writeRecord(record);
  const length = numberOrThrow(_core.lease_terms(_codec._format, isDurable ? 1 : 0));
  const terms = numbers();
  const section = {
    first: terms[OPTIONS.nodesFirst] as number,
    last: terms[OPTIONS.nodesLast] as number,
    shares: terms[OPTIONS.shares] as number,
    window: terms[OPTIONS.window] as number,
  };
  const start = [terms[OPTIONS.sequence], terms[OPTIONS.resetThreshold]].join();
  return { store, space, record, section, start, text: decodeAscii(batchBytes().slice(0, length)) };
}

/** The name of a space. */
export function readSpace(given: unknown): string {
  const isText = typeof given === "string" && given !== "" && given.length <= MAX_NAME_LENGTH;
  if (isText && !CONTROL.test(given)) return given;
  const expected = `a text of 1 to ${MAX_NAME_LENGTH} characters without control characters`;
  throw invalid("INVALID_OPTION", "space", given, expected);
}
