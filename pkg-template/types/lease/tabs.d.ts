import type { LeaseStore } from "./store.js";

/** Options of {@link tabs}. */
export interface TabsOptions {
  /**
   * The name of the database: 1 to 200 characters without control characters. All pages and workers that are to share a
   * store must give the same name. Nothing else may use the database. Default: `"flakekit-leases"`.
   */
  readonly name?: string;
  /**
   * Promises that nobody deletes the data of the site: no user, no script, no header `Clear-Site-Data`, and no browser
   * that needs room (see `navigator.storage.persist()`). With this promise nobody waits in a new space. The promise can
   * be true in an app with a browser of its own, such as Electron. If the promise is broken, two tabs can make the same
   * IDs until each tab next attempts to extend its window: this attempt fails. All pages and workers must give the same
   * value. Default: false.
   */
  readonly durable?: boolean;
}

/**
 * A store in IndexedDB, for the tabs, frames, workers and reloads of one site in one browser profile.
 *
 * It works in pages, in dedicated, shared and service workers, and in private windows. It was tried in Chromium and
 * Firefox. The database is opened at the first use. Stores of one name are one store, so the leases of a thread share a
 * seat.
 *
 * **The store knows one profile only.** Two users, two devices, two browsers and two profiles have a store each, and
 * repeat each other's IDs. Different stores are also those of
 *
 * - a normal and a private window;
 * - two origins, such as `http:` and `https:`, or a domain with and without `www.`;
 * - a tab of the site, and a frame of the site in a page of another site.
 *
 * To make IDs unique among all these stores, lease from a server.
 *
 * **What to expect.**
 *
 * - **The first lease of a profile waits**, once, because a new database can't be told from one whose predecessor was just
 *   deleted while windows still run. The wait takes `window` + `clockSkew` + 2 s (or another `window`, if this is
 *   less): 13 s by default, and 3 s with `{ window: 1000 }`. `onChange` reports the wait. Later leases get a seat at
 *   once, also after a restart of the browser. The first lease of another space waits once, too.
 * - **Seats.** A page that is left or reloaded keeps its seat until its window ends, unless it closes its leases (in the
 *   event `pagehide`, for example). Snowflake-SI has 32 seats. Where a user has many tabs, give `shares` or a shorter
 *   `window`.
 * - **Clock.** The store's clock is `Date.now`. Browsers make it coarse by up to 100 ms, differently in each tab. Keep
 *   `clockSkew` above 100 ms.
 * - **Durability.** A swap is confirmed when it is on the disk (`durability: "strict"`) in Chromium 83, Firefox 126 and
 *   Safari 15, or newer. An older browser may lose the last swaps if the operating system crashes or the power fails. IDs
 *   can then repeat if the computer comes back with an earlier time.
 * - **Deletion.** The store never blocks the deletion of its database, and notices it by the generation, a random text in
 *   the database. Leases that run continue. Nobody else gets a seat until all windows that the browser has forgotten have
 *   ended. A script that clears only the tables of the database, or overwrites a record with another value, has the
 *   effects of a deletion. With `durable: true`, `read` fails with `STORE_FAILED` after a deletion, and leases that run
 *   make no more IDs.
 * - **Background tabs** run timers rarely, and frozen tabs never run them. Windows of such tabs may end, and
 *   `nextAsync` renews them. The database is closed when a page is left or frozen, and opened again at the next use, so
 *   the store keeps no page out of the back/forward cache.
 *
 * **What is not covered.** In these cases two pages can make the same IDs. To prevent repeats, close all pages before,
 * and open them when the longest window (option `window`, 10 s by default) has passed; or call `resetSpace` first.
 * - A copy of a browser profile, or a profile that is restored from a backup; a clone or snapshot of a virtual machine.
 * - A record of a seat that another script of the site deletes, or replaces by an older record.
 *
 * Errors of `read`, `swap` and `spaces` are `STORE_FAILED`, with the browser's error as their `cause`, and what to do:
 * there is no IndexedDB, the browser refuses it, the disk is full, or another tab holds the lock of the database for 4 s.
 * Leases go on until their windows end, and continue by themselves once the cause is mended.
 *
 * @throws FlakeError `INVALID_OPTION` for an option
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { tabs } from "flakekit/lease/tabs";
 *
 * const ids = await lease(discord, { store: tabs() });
 * ```
 */
export function tabs(options?: TabsOptions): LeaseStore;
