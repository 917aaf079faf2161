// Sorts IDs.

import { requiredFormat } from "./recognise.js";
import { bigintOf, collect } from "../values/index.js";

export function sort<T>(given: unknown, ids: Iterable<T>): T[] {
  const format = requiredFormat(given);
  // Each ID is checked here, because the method `sort` compares neither a single item nor `undefined`.
  const check = (id: unknown): T => {
    format._load(bigintOf(id));
    return id as T;
  };
  return collect("ids", ids, check, "INVALID_ID").sort(format.compare);
}
