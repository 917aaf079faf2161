// Code that reads the list that is shown.

import { isKnown } from "../formats/catalogue.ts";
import { formatCode } from "../parts/format-code.ts";
import type { List } from "./list.ts";

/** How many IDs the code contains. */
const SAMPLE = 3;
/** How many rows are looked at for them. The code is made again at each draw, also of a list of millions of rows. */
const LOOKED_AT = 1000;

/** Returns the code; undefined if none of the first texts of the list can be read. */
export function codeOf({ format, ids, errors }: List, params: URLSearchParams): string | undefined {
  const sample: string[] = [];
  const end = Math.min(ids.length, LOOKED_AT);
  for (let row = 0; row < end && sample.length < SAMPLE; row++) {
    if (!errors.has(row)) sample.push(`  ${JSON.stringify(ids[row])},`);
  }
  if (sample.length === 0) return undefined;
  const own = isKnown(format) ? formatCode(format, params) : undefined;
  const lines = own?.lines ?? ['import { inspect } from "flakekit";', ""];
  const read = own ? `${own.format}.decode(id)` : "inspect(id)";
  return [...lines, "const ids = [", ...sample, "];", `ids.map((id) => ${read});`].join("\n");
}
