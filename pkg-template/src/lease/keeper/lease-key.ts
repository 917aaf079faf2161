declare const VERSION: string;

/** The key by which the handler of HTTP requests finds `leaseInternals` at the function `lease`, of any copy of this version. */
export const LEASE_KEY = Symbol.for(`flakekit ${VERSION} lease`);
