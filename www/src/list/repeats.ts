// IDs of a list that occur more than once.

import { type Judged, judgeRepeat } from "../../../pkg-template/src/tables/index.ts";
import type { List } from "./list.ts";

export interface Repeats {
  /** The rows of each repeated ID, in the order of the list. */
  groups: readonly (readonly number[])[];
  /** For each row, 1 if its ID occurs in an earlier row. */
  isRepeat: Uint8Array;
}

export function repeatsOf({ ids, errors }: List): Repeats {
  const firsts = new Map<string, number>();
  const groups = new Map<number, number[]>();
  const isRepeat = new Uint8Array(ids.length);
  for (const [row, id] of ids.entries()) {
    if (errors.has(row)) continue;
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, row);
      continue;
    }
    isRepeat[row] = 1;
    const group = groups.get(first);
    if (group) group.push(row);
    else groups.set(first, [first, row]);
  }
  return { groups: [...groups.values()], isRepeat };
}

/** Why an ID occurs more than once, as the command `check` finds it. */
export function judged({ ids, timestamps, columns, cells }: List, group: readonly number[]): Judged {
  const [first = 0] = group;
  const rowOf = (row: number) => new Map(columns.map((name, at) => [name, cells[at]?.[row] ?? ""]));
  return judgeRepeat(ids[first] ?? "", columns.length > 0 ? group.map(rowOf) : undefined, timestamps[first] ?? NaN);
}
