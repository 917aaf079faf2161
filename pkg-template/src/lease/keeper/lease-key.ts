declare const VERSION: string;

/** The key of what `lease` has for the handler of HTTP requests. All copies of this version have it. */
export const LEASE_KEY = Symbol.for(`flakekit ${VERSION} lease`);
