// What copies of the package share: import's, require's, and those of bundles.

declare const VERSION: string;

/** A value that all copies of this version share: the one that another copy has made, or a new one. */
export function sharedValue<T>(name: string, make: () => T): T {
  const key = Symbol.for(`flakekit ${VERSION}${name}`);
  const places = sharedObjects() as Record<symbol, T | undefined>[];
  const value = places.map((place) => place[key]).find((shared) => shared !== undefined) ?? make();
  // Where an object is frozen, this answers false.
  for (const place of places) Reflect.defineProperty(place, key, { value });
  return value;
}

/**
 * The objects through which copies of the package find each other. `globalThis` may be frozen, so there are
 * more: `process`, which Node's realms can have in common, and `WebAssembly`, which every realm has.
 */
function sharedObjects(): object[] {
  const { process, WebAssembly } = globalThis as { process?: unknown; WebAssembly?: unknown };
  return [globalThis, process, WebAssembly].filter((place) => typeof place === "object" && place !== null) as object[];
}
