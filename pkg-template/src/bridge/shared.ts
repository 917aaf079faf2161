// Values that all copies of the package share: ESM, CommonJS, and copies in bundles.

declare const VERSION: string;

/** The value that a copy of this version has already made under this name, or `undefined`. */
export function knownValue<T>(name: string): T | undefined {
  return knownByKey<T>(Symbol.for(`flakekit ${VERSION}${name}`));
}

/**
 * The value that a copy of this version has already made under this name, or a new value, which later calls of all
 * copies get.
 */
export function sharedValue<T>(name: string, make: () => T): T {
  return sharedByKey(`flakekit ${VERSION}${name}`, make);
}

/**
 * The value under a key that copies of all versions share. The key must change when the meaning of the value changes.
 */
export function sharedByKey<T>(name: string, make: () => T): T {
  const key = Symbol.for(name);
  const value = knownByKey<T>(key) ?? make();
  // `Reflect.defineProperty` does not throw for a frozen object: it returns false.
  for (const place of meetingPlaces()) Reflect.defineProperty(place, key, { value });
  return value;
}

function knownByKey<T>(key: symbol): T | undefined {
  const places = meetingPlaces() as Record<symbol, T | undefined>[];
  return places.map((place) => place[key]).find((shared) => shared !== undefined);
}

/**
 * The objects on which shared values are stored. `globalThis` alone is not enough, because it may be frozen: Node's
 * realms can have `process` in common, and every realm has `WebAssembly`.
 */
function meetingPlaces(): object[] {
  const { process, WebAssembly } = globalThis as { process?: unknown; WebAssembly?: unknown };
  return [globalThis, process, WebAssembly].filter((place) => typeof place === "object" && place !== null) as object[];
}
