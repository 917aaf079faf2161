// `flakekit/lease/conformance`: tells the author of a store whether the store keeps the promises of the interface.
// Holds: checks of reads, swaps, guards, clocks, moments, races and names, and the connection to the store that they
// test.
// May import: `generated`, `lease/stores`, `types`, `values`.
// Promises: a check uses the store only by the interface `LeaseStore`.

import type * as api from "../../../types/lease/conformance.js";
import type { LeaseStore } from "../../../types/lease/store.js";
import { append, copyList, invalid, optionalWithin, readGuarded, readOptions, reason } from "../../values/index.js";
import { Bench, type Check } from "./bench.js";
import { checksOfRun, clockChecks } from "./clocks.js";
import { Connection } from "./connection.js";
import { Failure } from "./failure.js";
import { guardChecks } from "./guards.js";
import { Limits, type Signal } from "./deadline.js";
import { momentChecks } from "./moments.js";
import { nameChecks } from "./names.js";
import { raceChecks } from "./races.js";
import { readChecks } from "./reads.js";
import { Watch } from "./watch.js";

const DEFAULT_TIMEOUT = 10_000;
const MAX_TIMEOUT = 600_000;

/** The largest count of connections. */
const MAX_CONNECTIONS = 64;

/** Matches the option `space`: the beginning of the names of all spaces. */
const SPACE = /^[^\p{Cc}\p{Cs}]+$/u;
const MAX_SPACE_LENGTH = 100;

export async function conformance(
  stores: LeaseStore | readonly LeaseStore[],
  given?: api.ConformanceOptions,
): Promise<readonly api.ConformanceResult[]> {
  const { space, timeout, signal } = readConformanceOptions(given);
  const limits = new Limits(timeout, signal);
  const watch = new Watch();
  const connections = readStores(stores).map((store, i) => new Connection(store, i, limits, watch));
  const bench = new Bench(`${space}-${randomText()}`, connections, limits, watch);
  try {
    const checks = [readChecks, nameChecks, guardChecks, clockChecks, raceChecks, momentChecks];
    const results = await runChecks(bench, checks.flat());
    // `checksOfRun` run last, because they look back at the whole run. Their results come first, because the other checks
    // rely on these promises.
    return [...(await runChecks(bench, checksOfRun)), ...results];
  } finally {
    limits._close();
  }
}

async function runChecks(bench: Bench, checks: readonly Check[]): Promise<api.ConformanceResult[]> {
  const results: api.ConformanceResult[] = [];
  for (const check of checks) {
    append(results, await runCheck(bench, check));
    bench._limits._throwIfEnded();
  }
  return results;
}

async function runCheck(bench: Bench, [check, run]: Check): Promise<api.ConformanceResult> {
  try {
    await run(bench);
    bench._endCheck(true);
    return { check, passed: true };
  } catch (error) {
    bench._endCheck(false);
    return { check, passed: false, reason: Failure._is(error) ? error.message : `the check threw ${reason(error)}` };
  }
}

function readConformanceOptions(given: unknown): { space: string; timeout: number; signal: Signal } {
  const options = readOptions("conformance()", given, ["space", "timeout", "signal"]);
  const { space = "conformance", signal } = options;
  const timeout = optionalWithin("timeout", options["timeout"], MAX_TIMEOUT, DEFAULT_TIMEOUT, 1);
  if (typeof space !== "string" || !SPACE.test(space) || space.length > MAX_SPACE_LENGTH) {
    throw invalid("INVALID_OPTION", "space", space, "a text of 1 to 100 characters without control characters");
  }
  if (signal !== undefined && !readGuarded("INVALID_OPTION", "signal", () => isSignal(signal))) {
    throw invalid("INVALID_OPTION", "signal", signal, "an AbortSignal, such as that of an AbortController");
  }
  return { space, timeout, signal: signal as Signal };
}

/** The prototype is not tested: each realm and some test environments have their own AbortSignal. */
function isSignal(given: unknown): given is NonNullable<Signal> {
  const signal = given as Signal | null;
  return typeof signal?.addEventListener === "function" && typeof signal.throwIfAborted === "function";
}

/** A list of the connections. Their methods are not tested here: the checks do that. */
function readStores(given: unknown): LeaseStore[] {
  const stores = copyList("stores", given, MAX_CONNECTIONS) ?? [given];
  const isStore = (store: unknown): store is LeaseStore =>
    (typeof store === "object" || typeof store === "function") && store !== null && !Array.isArray(store);
  if (stores.length > 0 && readGuarded("INVALID_OPTION", "stores", () => stores.every(isStore)))
    return stores as LeaseStore[];
  throw invalid("INVALID_OPTION", "stores", given, `a store, or 1 to ${MAX_CONNECTIONS} connections to one`);
}

/** 16 random hexadecimal digits. */
function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
