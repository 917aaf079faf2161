// Code that reads the list that is shown.

import { isKnown } from "../formats/catalogue.ts";
import { formatCode } from "../parts/format-code.ts";
import type { List } from "./list.ts";

/** How many IDs the code contains. */
const SAMPLE = 3;

/** Returns the code; undefined if no text of the list can be read. */
export function codeOf({ format, ids, errors }: List, params: URLSearchParams): string | undefined {
  const sample: string[] = [];
  for (let row = 0; row < ids.length && sample.length < SAMPLE; row++) {
    if (!errors.has(row)) sample.push(`  ${JSON.stringify(ids[row])},`);
  }
  if (sample.length === 0) return undefined;
  const own = isKnown(format) ? formatCode(format, params) : undefined;
  const lines = own?.lines ?? ['import { inspect } from "flakekit";', ""];
  const read = own ? `${own.format}.decode(id)` : "inspect(id)";
  return [...lines, "const ids = [", ...sample, "];", `ids.map((id) => ${read});`].join("\n");
}
