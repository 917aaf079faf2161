// What consoles show of formats and generators.

import { defineValue } from "./define-value.js";

/** The key of a method whose result `console.log` shows instead of the object, in Node, Deno and Bun. */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * What consoles show by a name and as plain data. For objects of derived classes, Chromium's console shows
 * `Symbol.toStringTag`. For others it shows the name of the class, which is minified. So this is a base class.
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
