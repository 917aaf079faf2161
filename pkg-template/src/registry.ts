// The built-in formats.

import { core } from "./core.js";
import { Format } from "./format.js";
import { numberOrThrow } from "./refusals.js";

const builtInFormats: Format[] = [];

/** Adds the next built-in format. Must be called in the order of the core's table. */
export function addBuiltIn(FormatClass = Format): Format {
  const index = builtInFormats.length;
  const format = new FormatClass(() => numberOrThrow(core().built_in(index)));
  builtInFormats.push(format);
  return format;
}

/** All built-in formats, in the order of the core's table. */
export function formats(): Format[] {
  return [...builtInFormats];
}
