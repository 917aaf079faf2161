// Tabs of one profile, each with a worker, make IDs while they are reloaded and killed, and their database is deleted.

import { withProfile } from "./profiles.mjs";
import { serve } from "./site.mjs";

const TABS = ["1", "2"];
const KINDS = ["page", "worker"];

/** How many lists of IDs each context sends between two faults, at least one of each format. */
const LISTS = process.env.FLAKEKIT_LONG === "1" ? 8 : 3;

/** How long a test of tabs may take, in ms. */
const PATIENCE_MS = 300_000;

/** The type of the lists of each format. */
const TYPES = { discord: BigUint64Array, snowflakeSI: Float64Array };

/** The lists of IDs that the contexts have sent. */
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

  /** The count of IDs, and the count of repeats. */
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

/** Orders to the page of a tab, which are the answer to its next list of IDs. */
class Orders {
  #orders = new Map();

  /** Gives an order. Resolves when the page gets the order. */
  give(tab, order) {
    return new Promise((resolve) => this.#orders.set(tab, { order, resolve }));
  }

  take({ tab, kind }) {
    const given = kind === "page" ? this.#orders.get(tab) : undefined;
    if (given === undefined) return undefined;
    this.#orders.delete(tab);
    given.resolve();
    return given.order;
  }
}

/**
 * Runs `work` with a new profile. Resolves to the count of IDs and repeats, and the browser's version. `leases` names
 * the leases under which the tabs make IDs: see pages/tabs-maker.js. `work` gets functions: `start` opens the tabs;
 * `order` tells the page of a tab to reload itself in the middle of its work, or to delete the data of the site;
 * `during` waits for a promise, and rejects if something fails.
 */
async function withTabs(startBrowser, folder, leases, work) {
  const census = new Census();
  const orders = new Orders();
  const answers = {
    "/ids": ({ searchParams }, bytes, response) => {
      const context = Object.fromEntries(searchParams);
      census.note(context, bytes);
      const order = orders.take(context);
      if (order === "delete") response.setHeader("Clear-Site-Data", '"storage"');
      return { then: order };
    },
    "/failed": (_, bytes) => {
      site.fail(new Error(Buffer.from(bytes).toString()));
      return {};
    },
  };
  const site = await serve(folder, undefined, { answers, patience: PATIENCE_MS });
  const urls = TABS.map((tab) => `${site.url}pages/tabs.html?tab=${tab}&leases=${leases}`);
  // The pages report nothing.
  const during = (promise) => Promise.race([promise, site.reported]);
  const order = (...args) => during(orders.give(...args));
  let browser;
  try {
    return await withProfile(async (profile) => {
      const start = async () => (browser = await startBrowser(profile, urls, { onEnd: site.fail }));
      try {
        await work({ census, urls, start, order, during });
        return { ...census.count(), version: browser.version };
      } finally {
        await browser?.kill();
      }
    });
  } finally {
    site.close();
  }
}

/** Deletes the data of the site while the leases of both tabs run, and reloads tab 1. */
async function forget({ census, order, during }) {
  const reloaded = census.enough(["1"]);
  await order("2", "delete");
  await order("1", "reload");
  await during(reloaded);
}

/**
 * Makes IDs in two tabs under leases. One tab is reloaded, one crashes if the browser can do that, the data of the site is
 * deleted, and the browser is killed and started again. After each fault, the new tabs and pages have to make IDs.
 */
export function disturbTabs(startBrowser, folder) {
  return withTabs(startBrowser, folder, "short", async (tabs) => {
    const { census, urls, start, order, during } = tabs;
    const begun = census.enough(TABS);
    const browser = await start();
    await during(begun);

    const reloaded = census.enough(["1"]);
    await order("1", "reload");
    await during(reloaded);

    if (browser.crash !== undefined) {
      const crashed = census.enough(["2"]);
      await during(browser.crash(urls[1]));
      await during(crashed);
    }

    await forget(tabs);

    await browser.kill();
    const restarted = census.enough(TABS);
    await start();
    await during(restarted);
  });
}

/** Makes IDs in two tabs without leases, until two IDs are equal. */
export function tabsWithoutLeases(startBrowser, folder) {
  return withTabs(startBrowser, folder, "none", async ({ census, start, during }) => {
    await start();
    await during(census.repeat());
  });
}

/** Makes IDs in two tabs as if the store were durable, and deletes the data of the site until two IDs are equal. */
export function tabsWithoutGrace(startBrowser, folder) {
  return withTabs(startBrowser, folder, "durable", async (tabs) => {
    const begun = tabs.census.enough(TABS);
    await tabs.start();
    await tabs.during(begun);
    while (tabs.census.count().repeats === 0) await forget(tabs);
  });
}
