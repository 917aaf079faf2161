// Sets properties without calling setters, also for the code that wasm-bindgen generates.

// `Object` is not destructured: SWC's minifier keeps the statement, and much of what is declared with it.
export const defineProperty = Object.defineProperty;

/** A definition without a prototype, so that it inherits no `get` or `set` that a user has added to `Object.prototype`. */
export const definition = (value: unknown, enumerable: boolean): PropertyDescriptor =>
  ({ __proto__: null, value, writable: true, enumerable, configurable: true }) as PropertyDescriptor;

/** Defines a property of the object itself. An assignment could call a setter that the object inherits. */
export function defineValue(object: object, key: PropertyKey, value: unknown, enumerable = true): void {
  defineProperty(object, key, definition(value, enumerable));
}

/**
 * The item of a list at an index; `undefined` beyond its end, where `list[index]` could be a property of `Array.prototype`.
 * Hermes 0.12 has no `at`.
 */
export const itemAt = <T>(list: readonly T[], index: number): T | undefined =>
  index < list.length ? list[index] : undefined;

/** Adds an item to a list. `push` could call a setter that `Array.prototype` or `Object.prototype` has for its index. */
export const append = <T>(list: T[], item: T): void => {
  defineValue(list, list.length, item);
};
