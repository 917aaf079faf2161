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

/** A site for tabs, until `work` ends. `reload` makes tab 1 reload itself, in the middle of its work. */
async function withSite(folder, isLeased, work) {
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
      site.fail(new Error(new TextDecoder().decode(bytes)));
      return { then: "end" };
    },
  };
  const site = await serve(folder, undefined, { answers, patience: PATIENCE_MS });
  try {
    const urls = TABS.map((tab) => `${site.url}pages/tabs.html?tab=${tab}&leased=${isLeased ? "yes" : "no"}`);
    const reload = () => (isReloading = true);
    const { fail, reported } = site;
    const during = (promise) => {
      // The pages report nothing, but `reported` rejects if something fails.
      const result = Promise.race([promise, reported]);
      // A rejection before anybody awaits it must not end the process.
      result.catch(() => undefined);
      return result;
    };
    await work({ census, urls, reload, fail, during });
    return census.count();
  } finally {
    site.close();
  }
}

/**
 * Makes IDs in two tabs under leases. One tab is reloaded, one crashes if the browser can do that, and then the browser is
 * killed and started again. Resolves to the count of IDs and repeats.
 */
export async function disturbTabs(startBrowser, folder) {
  return withProfile(async (profile) => {
    let browser;
    const counts = await withSite(folder, true, async ({ census, urls, reload, fail, during }) => {
      const enough = (...args) => during(census.enough(...args));
      try {
        const first = enough(TABS);
        browser = await startBrowser(profile, urls, { onEnd: fail });
        await first;
        const reloaded = enough(["1"]);
        reload();
        await reloaded;
        if (browser.crash !== undefined) {
          const crashed = enough(["2"]);
          await during(browser.crash(urls[1]));
          await crashed;
        }
        await browser.kill();
        const restarted = enough(TABS);
        browser = await startBrowser(profile, urls, { onEnd: fail });
        await restarted;
      } finally {
        await browser?.kill();
      }
    });
    return { ...counts, version: browser.version };
  });
}

/** Makes IDs in two tabs without leases, until two are equal. */
export async function tabsWithoutLeases(startBrowser, folder) {
  return withProfile(async (profile) => {
    let browser;
    const counts = await withSite(folder, false, async ({ census, urls, fail, during }) => {
      const repeat = during(census.repeat());
      try {
        browser = await startBrowser(profile, urls, { onEnd: fail });
        await repeat;
      } finally {
        await browser?.kill();
      }
    });
    return { ...counts, version: browser.version };
  });
}
