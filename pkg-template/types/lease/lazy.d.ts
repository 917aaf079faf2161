import type { FormatDescription, MakingFormat } from "../index.js";
import type { Leased, LeaseOf, LeaseOptions, LeaseOptionsOf, SpaceTerms } from "./lease.js";

/** The options of a lazy lease that its function returns: those of a lease without the terms. */
export type LazyLeaseOptions = Omit<LeaseOptions, keyof SpaceTerms> & { [Term in keyof SpaceTerms]?: undefined };

/** What all who use a lazy lease must have in common: its name, the terms of its space, and the node fields that are given. */
export type LazyLeaseTermsOf<F extends MakingFormat> = SpaceTerms &
  Omit<LeaseOptionsOf<F>, keyof LeaseOptions> & {
    /**
     * The name of the lease in the process: 1 to 200 characters, no control characters. Two leases need two names. Default: the name of
     * the format's definition, such as `twitter`.
     */
    name?: string | undefined;
  };

/** The members that make IDs. */
type Making = "next" | "nextText" | "nextBytes" | "nextAsync";

/**
 * A lease that opens at its first use.
 *
 * `next`, `nextText` and `nextBytes` throw `LEASE_NOT_OPEN` until it is open, and begin to open it. `nextAsync` waits until it is open.
 * Otherwise they do the same as those of the lease. Everything else, such as `batch`, takes the lease that `opened` returns.
 */
export type LazyLease<F extends MakingFormat> = Pick<LeaseOf<F>, Extract<keyof LeaseOf<F>, Making>> &
  Leased & {
    /** The format of the IDs. */
    readonly format: FormatDescription;
    /**
     * Opens the lease, if it is not open.
     *
     * @returns a promise of the lease, which is rejected with the errors of {@link lease}; `STORE_FAILED` if the function that returns the options
     * throws, with its error as the cause; `GENERATOR_FREED` after `close`
     *
     * @example
     * ```js
     * import { batch, twitter } from "flakekit";
     * import { lazyLease, memory } from "flakekit/lease";
     *
     * const ids = lazyLease(twitter, () => ({ store: memory() }), { name: "imports" });
     * batch(await ids.opened(), 100).length; // → 100
     * ```
     */
    opened(this: void): Promise<LeaseOf<F>>;
    /**
     * The name of the format, and the name and the state of the lease.
     *
     * @example
     * ```js
     * import { twitter } from "flakekit";
     * import { lazyLease, memory } from "flakekit/lease";
     *
     * const ids = lazyLease(twitter, () => ({ store: memory() }), { name: "exports" });
     * JSON.stringify(ids); // → '{"format":"twitter","name":"exports","state":"idle"}'
     * ```
     */
    toJSON(): { format: string; name: string; state: string };
  };

/**
 * A lease that takes its seat at its first use, and of which the process has one for each name. So a module can export it: a build that
 * evaluates the module takes no seat, and a hot reload, which evaluates it again, takes no second one.
 *
 * All copies of this version of the package in a process share the names. The first use calls `options`; while the lease is open, no other
 * `options` of its name is called. So a store that a reloaded module makes is not used, and the terms are given in the last argument, where
 * they can be compared. If the lease cannot be opened, the next use tries again, with its own `options`. `close` ends the lease for all who
 * use the name, and frees the name. Before Node, Deno or Bun end because there is nothing more to do, the seat is released. A process that
 * ends in another way should call `close`; otherwise its seat becomes free when the window ends.
 *
 * @param options - a function that returns the options of the lease, or a promise of them
 * @param terms - the name, the terms of the space, and node fields. With a server as the store, only the name and node fields.
 * @throws FlakeError `INVALID_OPTION` or `INVALID_FIELD` for a wrong option. Uses throw `INVALID_OPTION`, too, if the lease of this name is
 * open with another format or other terms.
 *
 * @example
 * ```js
 * import { twitter } from "flakekit";
 * import { lazyLease, memory } from "flakekit/lease";
 *
 * const ids = lazyLease(twitter, () => ({ store: memory() }), { name: "orders" });
 * twitter.isValid(await ids.nextAsync()); // → true
 * await ids.close();
 * ```
 */
export function lazyLease<F extends MakingFormat>(
  format: F,
  options: () => LazyLeaseOptions | Promise<LazyLeaseOptions>,
  terms?: LazyLeaseTermsOf<F>,
): LazyLease<F>;
