// Code that reads the list that is shown.

import { builtIn, isKnown } from "../formats/catalogue.ts";
import { formatCode } from "../parts/format-code.ts";
import { styleOf } from "./contents.ts";
import type { Summary } from "./messages.ts";

/** Returns the code; undefined if none of the first texts of the list can be read. */
export function codeOf({ format, sample, kinds }: Summary, params: URLSearchParams): string | undefined {
  if (sample.length === 0) return undefined;
  const { lines, read } = readerCode(kinds.length > 1 ? "" : format, params, sample);
  const quoted = sample.map((id) => `  ${JSON.stringify(id)},`);
  return [...lines, "const ids = [", ...quoted, "];", `ids.map((id) => ${read});`].join("\n");
}

/**
 * Returns the lines before, and the expression that reads `id`, one of these IDs. Without the name of a format, the
 * code reads IDs of any format.
 */
function readerCode(name: string, params: URLSearchParams, ids: readonly string[]): { lines: string[]; read: string } {
  if (!isKnown(name)) return { lines: ['import { inspect } from "flakekit/inspect";', ""], read: "inspect(id)" };
  const { lines, format } = formatCode(name, params);
  // The epoch is left out, because it may be invalid while it is typed.
  const own = builtIn.find((format) => format.name === name);
  const as = own && ids.map((id) => styleOf(own, id).as).find(Boolean);
  return { lines, read: as ? `${format}.decode(id, { as: "${as}" })` : `${format}.decode(id)` };
}
