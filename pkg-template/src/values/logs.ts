// The output of formats and generators in consoles.

import { defineValue } from "./define-value.js";

/** The key of a method whose result `console.log` shows instead of the object, in Node, Deno and Bun. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * An object that consoles show with a name and as plain data. This is a base class because Chromium's console shows
 * `Symbol.toStringTag` for objects of derived classes only. For other objects it shows the name of the class, which is
 * minified.
 */
export abstract class Logged {
  constructor(name: string) {
    defineValue(this, Symbol.toStringTag, name, false);
  }

  abstract toJSON(): object;

  [INSPECT](): object {
    return this.toJSON();
  }
}
