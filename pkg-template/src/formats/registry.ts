// All built-in formats.

import { FlakeError, quoted } from "../values/index.js";
import type { Format } from "../ids/index.js";
import { builtIns } from "./built-ins.js";

/** All built-in formats, in the order of the table. */
export const formats = (): Format[] => [...new Set(Object.values(builtIns()) as Format[])];

/** The built-in format of a name. One format has two names. */
export function formatNamed(name: unknown): Format {
  const all = builtIns() as Record<string, Format>;
  const format = typeof name === "string" && Object.hasOwn(all, name) ? all[name] : undefined;
  if (format !== undefined) return format;
  const names = Object.keys(all).join(", ");
  throw new FlakeError("UNKNOWN_FORMAT", `no format is named ${quoted(name)}; there are ${names}`);
}
