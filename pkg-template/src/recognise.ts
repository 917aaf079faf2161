// Recognises formats that users pass in.

import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";
import { BRAND_KEY } from "./brand.js";
import { sharedValue } from "./shared.js";
import { invalid, readGuarded } from "./values.js";

declare const VERSION: string;

interface Branding {
  readonly [BRAND_KEY]?: (formats: WeakSet<object>) => unknown;
}

let branded: WeakSet<object> | undefined;

/**
 * The formats of all copies of this version that were passed to a function. Nothing else is one, whatever properties it has.
 * Made at the first use, so that an import changes no global object.
 */
const brandedFormats = (): WeakSet<object> => (branded ??= sharedValue(" formats", () => new WeakSet<object>()));

/** A format of any copy of this version. */
export function requiredFormat(given: unknown, name = "the format"): Format {
  if (typeof given === "object" && given !== null) {
    const formats = brandedFormats();
    if (formats.has(given)) return given as Format;
    const version: unknown = readGuarded("INVALID_OPTION", name, () => (given as Branding)[BRAND_KEY]?.(formats));
    if (formats.has(given)) return given as Format;
    if (typeof version === "string" && version !== VERSION) {
      throw new FlakeError(
        "INVALID_OPTION",
        `${name} is of flakekit ${version.slice(0, 40)}, and this is flakekit ${VERSION}; install one version`,
      );
    }
  }
  throw invalid("INVALID_OPTION", name, given, "a format of flakekit, such as discord");
}
