// Calls with a hostile value in the place of each value that they are given.

import assert from "node:assert/strict";
import { FlakeError } from "flakekit";
import { codes } from "./generated/formats.mjs";
import { work } from "./hostile.mjs";

/** The largest count of getters and traps that one call may run. */
const MOST_WORK = 200;
/** The largest length of a message. */
const MOST_CHARACTERS = 1500;

const isPlain = (value) =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The names of all options of a method, as listed in the error for an unknown one. */
async function optionNames(call) {
  try {
    await call({ wrong: 1 });
  } catch ({ message }) {
    return message.split("; it has ")[1].split(", ");
  }
  throw new assert.AssertionError({ message: "an unknown option was taken" });
}

/** A bad value instead of the whole value, then instead of each of its items and properties, recursively. */
function* replacements(value, bad, names = []) {
  yield bad;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      for (const other of replacements(item, bad)) yield [...value.slice(0, i), other, ...value.slice(i + 1)];
    }
  } else if (isPlain(value)) {
    for (const name of new Set([...Object.keys(value), ...names])) {
      for (const other of replacements(value[name], bad)) yield { ...value, [name]: other };
    }
  }
}

/** Returns the result of a call. An error must be a refusal or of the class `allowed`, and the call must do little work. */
export function outcome(what, call, allowed = FlakeError) {
  const before = work.count;
  let result;
  try {
    result = call();
  } catch (error) {
    assertRefusal(what, error, allowed);
  }
  assert.ok(work.count - before <= MOST_WORK, `${what}: ${work.count - before} getters and traps`);
  return result;
}

export function assertRefusal(what, error, allowed = FlakeError) {
  assert.ok(error instanceof FlakeError || error instanceof allowed, `${what}: ${error?.stack ?? String(error)}`);
  if (!(error instanceof FlakeError)) return;
  assert.ok(codes.includes(error.code), `${what}: ${error.code}`);
  assert.ok(error.message.length <= MOST_CHARACTERS, `${what}: a message of ${error.message.length} characters`);
}

/** Calls of a method with a bad value instead of each argument, and instead of each value within it. */
export async function* callsWith(object, name, given, bad) {
  const call = object[name].bind(object);
  for (const [i, argument] of given.entries()) {
    const withArgument = (other) => call(...given.slice(0, i), other, ...given.slice(i + 1));
    const names = isPlain(argument) ? await optionNames(withArgument) : [];
    for (const other of replacements(argument, bad, names)) yield () => withArgument(other);
  }
}
