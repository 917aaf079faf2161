// Reads the options of a lease.

import type { LeaseStore } from "../../../types/lease/store.js";
import { FlakeError, type Options, readGuarded, readOptions, readProperties, readRange } from "../../values/index.js";
import { type Format, POLICY_NAMES } from "../../ids/index.js";
import {
  COMMON_NAMES,
  DEFAULT_LEAD_MS,
  DEFAULT_WAIT_MS,
  LEASE_NAMES,
  MAX_NODE,
  TERM_NAMES,
} from "../../generated/contract.js";
import type { Engine } from "../../generators/index.js";
import { checkClaimant, type LeaseParts } from "./claimants.js";
import { Seats } from "./seats.js";
import { type AnyStore, isServer, requiredStore, requiredStoreOrServer } from "./connection.js";
import { readName, readSkew } from "../terms/index.js";

/** How long `lease` waits for a seat if `maxWait` is not given, in ms. */
const DEFAULT_CLAIM_WAIT_MS = 30_000;

/** A space of a store, and the terms that all of its leases must have in common. */
export interface SpaceTerms {
  readonly store: AnyStore;
  readonly space: string;
  readonly seats: Seats;
  /** The terms as text, and the layout of the IDs among them. */
  readonly text: string;
  readonly layout: string;
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

export function readLeaseOptions(parts: LeaseParts, format: Format, given: unknown): LeaseSettings {
  const engine = parts._engine;
  const nodes = engine._nodeNames(format);
  const names = [...nodes, ...POLICY_NAMES, ...COMMON_NAMES, ...TERM_NAMES, ...LEASE_NAMES];
  const options = readOptions(`lease(${format.name})`, given, names);
  if (options.onExhausted === undefined) options.onExhausted = engine._usualOnExhausted(format, engine._isWorker);
  const store = requiredStoreOrServer(options.store);
  checkClaimant(parts, store);
  if (isServer(store)) refuseTerms(options);
  const terms = readTerms(engine, format, store, options);
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

/** Refuses options that are terms: the server decides the terms, and does not tell them before it is asked. */
function refuseTerms(options: Options): void {
  const given = TERM_NAMES.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new FlakeError(
    "INVALID_OPTION",
    `${given} is given, but the server of the leases decides it: give it to handler`,
  );
}

/** The facts that decide which IDs a lease makes, and with which seats, by what they are called. */
export type Facts = ReadonlyMap<string, string | number>;

/** Terms and node fields that were copied, with `nodes` copied too; and the facts of a format and of them. */
export function readFacts(engine: Engine, format: Format, options: Options): [terms: Options, facts: Facts] {
  const terms = { ...options };
  if (terms.nodes !== undefined) terms.nodes = readRange("nodes", terms.nodes, MAX_NODE);
  const { _layout, _section: section } = Seats._read(engine, format, terms);
  const facts = new Map<string, string | number>([
    ["format", format.name],
    ["layout", _layout],
    ["space", readName("space", terms.space ?? format._descriptor._name)],
    ["nodes", `${section.first} to ${section.last}`],
    ["shares", section.shares],
    ["window", section.window],
    ["clockSkew", readSkew(terms)],
  ]);
  return [terms, facts];
}

/** The options of a call of an operator: a store, the terms, and the node fields that are given. */
export function readOrder(
  engine: Engine,
  call: string,
  format: Format,
  given: unknown,
): SpaceTerms & { readonly store: LeaseStore } {
  const names = ["store", ...engine._nodeNames(format), ...TERM_NAMES];
  const options = readOptions(`${call}(${format.name})`, given, names);
  const store = requiredStore(options.store);
  return { ...readTerms(engine, format, store, options), store };
}

/** Reads the terms of a space from options that were copied. */
export function readTerms(engine: Engine, format: Format, store: AnyStore, options: Options): SpaceTerms {
  const seats = Seats._read(engine, format, options);
  const skew = readSkew(options);
  // The name that `withOptions` gives is not used: a process that gives it would be in another space than processes that do not,
  // and repeat their IDs.
  const space = readName("space", options.space ?? format._descriptor._name);
  const isDurable = readGuarded("INVALID_OPTION", "store.durable", () => {
    return !isServer(store) && readProperties(store, ["durable"])["durable"] === true;
  });
  return { store, space, seats, text: seats._text(skew, isDurable), layout: seats._layout };
}
