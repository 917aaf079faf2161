// Checks of the arguments of stores, which may come from other processes, and of their options.

import type * as api from "../../../types/lease/store.js";
import { MAX_RECORD, HEAD_KEY } from "../../generated/contract.js";
import { copyList, invalid, quoted, readGuarded, readProperties } from "../../values/index.js";
import { storeFailed } from "./store-error.js";
import { CONTROL, GENERATION, MAX_NAME_LENGTH, PRINTABLE } from "./texts.js";

const MAX_KEY_LENGTH = 40;
const MAX_GENERATION_LENGTH = 1_000;
const MAX_KEYS = 10_000;

export function checkSpace(space: unknown): string {
  if (typeof space === "string" && space.length <= MAX_NAME_LENGTH && !CONTROL.test(space)) return space;
  throw wrong(
    "the space",
    space,
    `a text of up to ${MAX_NAME_LENGTH} characters, without control characters and halves of surrogate pairs`,
  );
}

export function checkKey(key: unknown): string {
  return checkText("a key", key, MAX_KEY_LENGTH);
}

export function checkRecord(record: unknown): string {
  return checkText("a record", record, MAX_RECORD);
}

export function checkPrevious(record: unknown): string | null {
  return record === null ? null : checkRecord(record);
}

export function checkKeys(keys: unknown): string[] {
  const copy = copyList("keys", keys, MAX_KEYS, "STORE_FAILED");
  if (copy === undefined) throw wrong("keys", keys, `a list of up to ${MAX_KEYS} keys`);
  return copy.map(checkKey);
}

export function checkGuard(guard: unknown): api.SwapGuard {
  const { head, generation, before } = readGuarded("STORE_FAILED", "the guard", () => {
    return readProperties(guard, ["head", "generation", "before"]);
  });
  if (typeof before !== "number" || Number.isNaN(before)) throw wrong("before", before, "a number of Unix ms");
  return {
    head: checkPrevious(head),
    generation: checkText("the generation", generation, MAX_GENERATION_LENGTH),
    // JSON, which carries messages between processes, has no infinite numbers.
    before: Math.min(Math.max(before, 0), Number.MAX_SAFE_INTEGER),
  };
}

function checkText(name: string, value: unknown, longest: number): string {
  if (typeof value === "string" && value.length <= longest && PRINTABLE.test(value)) return value;
  throw wrong(name, value, `a text of up to ${longest} printable ASCII characters`);
}

function wrong(name: string, value: unknown, expected: string): Error {
  return storeFailed(`the store was asked wrongly: ${name} is ${quoted(value)}; it must be ${expected}`);
}

/** Whether records and a generation are as the caller of `swap` has read them. `at` gives the record of a key. */
export function areAsRead(
  at: (key: string) => string | null,
  generation: string,
  key: string,
  previous: string | null,
  guard: api.SwapGuard,
): boolean {
  return at(key) === previous && at(HEAD_KEY) === guard.head && generation === guard.generation;
}

/** The generation that a user gives as an option, if any. */
export function optionalGeneration(generation: unknown): string | undefined {
  if (generation === undefined || (typeof generation === "string" && GENERATION.test(generation))) return generation;
  const expected = "a text of 1 to 1000 printable ASCII characters without spaces";
  throw invalid("INVALID_OPTION", "generation", generation, expected);
}
