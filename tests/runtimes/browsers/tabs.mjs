// Tabs of one profile, each with a worker, make IDs while they are reloaded and killed.

import { withProfile } from "./profiles.mjs";
import { serve } from "./site.mjs";

const TABS = ["1", "2"];
const KINDS = ["page", "worker"];

/** How many lists of IDs each context sends between two faults. */
const LISTS = 8;

/** How long all of it may take, in ms. */
const PATIENCE_MS = 180_000;

/** The type of the lists of each format. */
const TYPES = { discord: BigUint64Array, snowflakeSI: Float64Array };

/** What the contexts have sent. */
class Census {
  #lists = Object.fromEntries(Object.keys(TYPES).map((format) => [format, []]));
  /** By a name for each load of a page and for its worker: the tab, the kind, and how many lists it has sent. */
  #contexts = new Map();
  #waiting = [];

  /** Takes a list. */
  note({ tab, kind, load, format }, bytes) {
    this.#lists[format].push(new TYPES[format](bytes));
    const name = `${tab} ${kind} ${load}`;
    const context = this.#contexts.get(name) ?? { tab, kind, lists: 0 };
    context.lists += 1;
    this.#contexts.set(name, context);
    this.#waiting = this.#waiting.filter(({ isDone, resolve }) => !isDone() || resolve());
  }

  /** Resolves when both kinds of contexts of these tabs, of loads that begin from now on, have sent enough lists. */
  enough(tabs) {
    const known = new Set(this.#contexts.keys());
    const lists = (tab, kind) =>
      [...this.#contexts]
        .filter(([name, context]) => !known.has(name) && context.tab === tab && context.kind === kind)
        .reduce((most, [, context]) => Math.max(most, context.lists), 0);
    return this.#until(() => tabs.every((tab) => KINDS.every((kind) => lists(tab, kind) >= LISTS)));
  }

  /** Resolves when there is a repeat. */
  repeat() {
    return this.#until(() => this.count().repeats > 0);
  }

  #until(isDone) {
    return new Promise((resolve) => this.#waiting.push({ isDone, resolve }));
  }

  /** How many IDs there are, and how many of them are repeats. */
  count() {
    let [ids, repeats] = [0, 0];
    for (const [format, lists] of Object.entries(this.#lists)) {
      const all = new TYPES[format](lists.reduce((sum, { length }) => sum + length, 0));
      lists.reduce((at, list) => (all.set(list, at), at + list.length), 0);
      all.sort();
      ids += all.length;
      for (let i = 1; i < all.length; i++) if (all[i] === all[i - 1]) repeats += 1;
    }
    return { ids, repeats };
  }
}

/**
 * Runs `work` with a new profile. Resolves to the count of IDs and repeats, and the browser's version. For `work`: `start`
 * opens the tabs; `reload` makes tab 1 reload itself in the middle of its work; `during` waits for a promise, and rejects
 * if something fails.
 */
async function withTabs(startBrowser, folder, isLeased, work) {
  const census = new Census();
  let isReloading = false;
  const answers = {
    "/ids": ({ searchParams }, bytes) => {
      const context = Object.fromEntries(searchParams);
      census.note(context, bytes);
      const reloads = isReloading && context.tab === "1" && context.kind === "page";
      if (reloads) isReloading = false;
      return { then: reloads ? "reload" : "go on" };
    },
    "/failed": (_, bytes) => {
      site.fail(new Error(Buffer.from(bytes).toString()));
      return { then: "end" };
    },
  };
  const site = await serve(folder, undefined, { answers, patience: PATIENCE_MS });
  const urls = TABS.map((tab) => `${site.url}pages/tabs.html?tab=${tab}&leased=${isLeased ? "yes" : "no"}`);
  // The pages report nothing.
  const during = (promise) => Promise.race([promise, site.reported]);
  let browser;
  const start = async (profile) => (browser = await startBrowser(profile, urls, { onEnd: site.fail }));
  try {
    return await withProfile(async (profile) => {
      try {
        await work({
          census,
          urls,
          during,
          start: () => start(profile),
          reload: () => (isReloading = true),
        });
        return { ...census.count(), version: browser.version };
      } finally {
        await browser?.kill();
      }
    });
  } finally {
    site.close();
  }
}

/**
 * Makes IDs in two tabs under leases. One tab is reloaded, one crashes if the browser can do that, and then the browser is
 * killed and started again. Each time, what is new has to make IDs.
 */
export function disturbTabs(startBrowser, folder) {
  return withTabs(startBrowser, folder, true, async ({ census, urls, during, start, reload }) => {
    const begun = census.enough(TABS);
    const browser = await start();
    await during(begun);

    const reloaded = census.enough(["1"]);
    reload();
    await during(reloaded);

    if (browser.crash !== undefined) {
      const crashed = census.enough(["2"]);
      await during(browser.crash(urls[1]));
      await during(crashed);
    }

    await browser.kill();
    const restarted = census.enough(TABS);
    await start();
    await during(restarted);
  });
}

/** Makes IDs in two tabs without leases, until two are equal. */
export function tabsWithoutLeases(startBrowser, folder) {
  return withTabs(startBrowser, folder, false, async ({ census, during, start }) => {
    await start();
    await during(census.repeat());
  });
}
