// The built-in formats.

import { core } from "./core.js";
import { Format } from "./format.js";
import { numberOrThrow } from "./refusals.js";

const builtInFormats: Format[] = [];

/**
 * Makes the built-in format at a position of the core's table. `T` is the type that users see, which is more precise than
 * that of the class.
 */
export function builtIn<T>(position: number, FormatClass = Format): T {
  const format = new FormatClass(() => numberOrThrow(core().built_in(position)));
  builtInFormats[position] = format;
  return format as unknown as T;
}

/** All built-in formats, in the order of the core's table. */
export function formats(): Format[] {
  return [...builtInFormats];
}
