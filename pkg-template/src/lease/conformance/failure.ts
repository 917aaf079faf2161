// The failure of a check.

import { quoted } from "../../values/index.js";

/** Longer texts are shown with their length. */
const SHORT = 40;

/** Ends a check that the store does not pass. The message is the reason. */
export class Failure extends Error {
  readonly #isFailure = true;

  /** Whether a value is a failure. Unlike `instanceof` it never throws: a store may throw a proxy. */
  static _is(value: unknown): value is Failure {
    return typeof value === "object" && value !== null && #isFailure in value;
  }
}

/** Throws a failure if an answer is not the expected one. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual === expected) return;
  const position = firstDifference(actual, expected);
  const where = position > SHORT / 2 ? `; they differ from character ${position} on` : "";
  throw new Failure(`${what}: expected ${shown(expected)}, got ${shown(actual)}${where}`);
}

/** Throws a failure if a list of an answer is not the expected one. */
export function expectSameList(what: string, actual: readonly unknown[], expected: readonly unknown[]): void {
  for (const [i, value] of expected.entries()) expectSame(`${what}, records[${i}]`, actual[i], value);
}

/** Describes a value. */
export function shown(value: unknown): string {
  return typeof value === "string" && value.length > SHORT
    ? `${quoted(value)} (${value.length} characters)`
    : quoted(value);
}

/** The position at which two texts differ; -1 if they are not both texts. */
function firstDifference(one: unknown, other: unknown): number {
  if (typeof one !== "string" || typeof other !== "string") return -1;
  let position = 0;
  while (one[position] === other[position]) position += 1;
  return position;
}
