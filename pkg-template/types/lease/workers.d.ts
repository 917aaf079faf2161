import type { LeaseStore } from "./store.js";

/** The binding of a class of Durable Objects, such as `env.LEASES`: a `DurableObjectNamespace`. */
export interface ObjectNamespace {
  readonly idFromName: (name: string) => object;
  readonly get: (...args: never[]) => unknown;
}

/** Options of {@link durableObjects}. */
export interface DurableObjectsOptions {
  /**
   * The jurisdiction in which the objects must run and keep their data, such as `eu`. Objects of another jurisdiction,
   * or of no jurisdiction, are another store. Default: anywhere.
   */
  readonly jurisdiction?: string | undefined;
  /**
   * The place near which an object should run, such as `weur`. The option counts only when a space is used for the
   * first time. Default: near the Worker that uses the space first.
   */
  readonly locationHint?: string | undefined;
}

/**
 * A store in Durable Objects, for Workers and other Durable Objects of Cloudflare.
 *
 * `wrangler.jsonc` names the class:
 *
 * ```jsonc
 * "durable_objects": { "bindings": [{ "name": "LEASES", "class_name": "FlakekitLeases" }] },
 * "migrations": [{ "tag": "v1", "new_sqlite_classes": ["FlakekitLeases"] }]
 * ```
 *
 * Keep the lease in a global variable, so that all requests that an isolate serves share it. Do not keep its promise,
 * which belongs to the request that has made it. `lease` in the global scope fails with `CLOCK_INVALID`. Another Worker
 * can use the same objects by a binding with `script_name`.
 *
 * - **Renewal.** Timers and calls of the store end with the request that has begun them. So make IDs with `nextAsync`:
 *   when half of the window has passed, one call extends the window, and waits for the extension. When the window has
 *   passed, all calls wait for a new window. `next` only begins an extension, which ends with its request, and throws
 *   `LEASE_EXPIRED` if the window has passed and is used up.
 * - **Objects.** Each space is an object, whose name is the name of the space. The store has no method `spaces`,
 *   because only you know these names. An isolate that makes IDs asks its object four times for each window. An object
 *   can serve some hundred requests a second, so about a thousand isolates; longer windows (option `window`) allow
 *   more, and cost less.
 * - **Seats.** Each isolate has a seat, and there can be many. A seat is free when its window has passed. If seats are few,
 *   use `shares`.
 * - **Clock.** The store's clock is the clock of the object.
 * - **Durability.** An object answers when its write is confirmed, and forgets nothing: `durable` is true, and nobody waits
 *   in a new space.
 * - **Compatibility dates.** Any compatibility date works.
 *
 * **What is not covered.** In these cases two Workers can make the same IDs. To prevent repeats, stop all Workers
 * before, and start them again when the longest window has passed; or call `resetSpace` before any Worker starts.
 * - An object that was brought back to an earlier state (point-in-time recovery), or whose storage or class was deleted.
 * - Workers whose bindings are of different classes, environments, accounts or jurisdictions.
 *
 * Errors of `read` and `swap` are `STORE_FAILED`, with their `cause`: the object can't be reached, is overloaded, or has
 * another class, or the class has no SQLite. After an error, a swap may have been made.
 *
 * @throws FlakeError `INVALID_OPTION` if the namespace or an option is wrong
 *
 * @example
 * ```js
 * // worker.mjs
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";
 *
 * export { FlakekitLeases };
 * let ids;
 *
 * export default {
 *   async fetch(request, env) {
 *     ids ??= await lease(discord, { store: durableObjects(env.LEASES) });
 *     return new Response(String(await ids.nextAsync()));
 *   },
 * };
 * ```
 */
export function durableObjects(namespace: ObjectNamespace, options?: DurableObjectsOptions): LeaseStore;

/**
 * The class of the Durable Objects. Export it from the Worker under this name. Its storage must be SQLite
 * (`new_sqlite_classes`). The runtime makes the objects, and {@link durableObjects} asks them.
 *
 * @example
 * ```js
 * export { FlakekitLeases } from "flakekit/lease/workers";
 * ```
 */
export class FlakekitLeases {
  /** For the types of Workers only: the property does not exist at run time. */
  readonly __DURABLE_OBJECT_BRAND: never;
  constructor(state: { readonly storage: object }, env?: unknown);
  /**
   * Answers a request of a store.
   *
   * @example
   * ```js
   * import { FlakekitLeases } from "flakekit/lease/workers";
   *
   * // The runtime calls the method. A class of your own may extend the class:
   * export class Leases extends FlakekitLeases {}
   * ```
   */
  fetch(request: { json(): Promise<unknown> }): Promise<never>;
}
