// Recognises formats and generators that users pass in.

import { FlakeError, invalid, readGuarded } from "../values/index.js";
import type { Format } from "./format.js";
import { BRAND_KEY } from "./brand.js";
import { sharedValue } from "../bridge/index.js";

declare const VERSION: string;

type Branding = Partial<Record<symbol, (branded: WeakSet<object>) => unknown>>;

/**
 * By the key of a brand: the objects of all copies of this version that have added themselves when they were passed to a
 * function. Each set is made at the first use, so that an import changes no global object.
 */
const known = new Map<symbol, WeakSet<object>>();

/** An object that has the brand `key`, of any copy of this version; `undefined` for other values. */
export function branded<T>(given: unknown, key: symbol, name: string): T | undefined {
  if (typeof given === "object" && given !== null) {
    const set = known.get(key) ?? sharedValue(` ${String(key)}`, () => new WeakSet<object>());
    known.set(key, set);
    if (set.has(given)) return given as T;
    const version: unknown = readGuarded("INVALID_OPTION", name, () => (given as Branding)[key]?.(set));
    if (set.has(given)) return given as T;
    if (typeof version === "string" && version !== VERSION) {
      throw new FlakeError(
        "INVALID_OPTION",
        `${name} is of flakekit ${version.slice(0, 40)}, not ${VERSION}; install one version`,
      );
    }
  }
  return undefined;
}

/** As `branded`, but throws for other values. */
export function requiredBranded<T>(given: unknown, key: symbol, name: string, expected: string): T {
  const object = branded<T>(given, key, name);
  if (object !== undefined) return object;
  throw invalid("INVALID_OPTION", name, given, expected);
}

/** A format of any copy of this version. */
export const requiredFormat = (given: unknown, name = "the format"): Format =>
  requiredBranded<Format>(given, BRAND_KEY, name, "a format of flakekit, such as discord");
