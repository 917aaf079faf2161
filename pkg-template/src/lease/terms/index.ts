// The terms that all leases of a space have in common, as options. May import: `generated`, `lease/stores`, `values`.
// Promises: a wrong value is refused with the name of its option.

import { FlakeError, invalid, optionalWithin, type Options, readRange } from "../../values/index.js";
import { MAX_DURATION_MS, MAX_NODE, MIN_WINDOW_TICKS } from "../../generated/contract.js";
import { CONTROL, MAX_NAME_LENGTH } from "../stores/index.js";

/** The defaults of the options `window` and `clockSkew`, in ms. */
const DEFAULT_WINDOW_MS = 10_000;
const DEFAULT_SKEW_MS = 1_000;

/** A range of nodes of a space, whose seats have the same shares and windows. */
export interface Section {
  readonly first: number;
  readonly last: number;
  readonly shares: number;
  readonly window: number;
}

/** The section of the options. `unit` is the length of a tick in ms, `bits` the width of all nodes that leases number. */
export function readSection(unit: number, bits: number, mostShares: number, options: Options): Section {
  const largest = Math.min(2 ** bits - 1, MAX_NODE);
  const [one, other] = options.nodes === undefined ? [0, largest] : readRange("nodes", options.nodes, largest);
  const shares = optionalWithin("shares", options.shares, mostShares, 1, 1);
  if (2 ** Math.round(Math.log2(shares)) !== shares) {
    throw new FlakeError("INVALID_OPTION", `shares is ${shares}; it must be a power of two`);
  }
  const shortest = MIN_WINDOW_TICKS * unit;
  const longest = Math.max(MAX_DURATION_MS, shortest);
  const window = optionalWithin("window", options.window, longest, Math.max(DEFAULT_WINDOW_MS, shortest), shortest);
  return { first: Math.min(one, other), last: Math.max(one, other), shares, window };
}

/** The clock skew of the options, in ms. */
export const readSkew = ({ clockSkew }: Options): number =>
  optionalWithin("clockSkew", clockSkew, MAX_DURATION_MS, DEFAULT_SKEW_MS);

/** The name of a space or of a lazy lease, which the option `option` gives. */
export function readName(option: string, given: unknown): string {
  const isText = typeof given === "string" && given !== "" && given.length <= MAX_NAME_LENGTH;
  if (isText && !CONTROL.test(given)) return given;
  const expected = `a text of 1 to ${MAX_NAME_LENGTH} characters without control characters and halves of surrogate pairs`;
  throw invalid("INVALID_OPTION", option, given, expected);
}
