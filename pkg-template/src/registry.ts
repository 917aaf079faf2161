// The built-in formats.

import { core } from "./core.js";
import { FlakeError } from "./errors.js";
import { Format } from "./format.js";
import { numberOrThrow } from "./refusals.js";
import { quoted } from "./values.js";

const builtInFormats: Format[] = [];

/** The built-in formats by their names, of which a format may have two. */
const byName = new Map<unknown, Format>();

/**
 * Makes the built-in format at a position of the core's table. `T` is the type that users see, which is more precise
 * than that of the class.
 */
export function builtIn<T>([name, ...others]: [string, ...string[]], position: number, FormatClass = Format): T {
  const format = new FormatClass(name, () => numberOrThrow(core().built_in(position)));
  builtInFormats[position] = format;
  for (const each of [name, ...others]) byName.set(each, format);
  return format as unknown as T;
}

/** All built-in formats, in the order of the core's table. */
export function formats(): Format[] {
  return [...builtInFormats];
}

export function formatNamed(name: unknown): Format {
  const format = byName.get(name);
  if (format !== undefined) return format;
  throw new FlakeError(
    "UNKNOWN_FORMAT",
    `no format is named ${quoted(name)}; there are ${[...byName.keys()].join(", ")}`,
  );
}
