// A context of tabs.html: makes IDs of two formats, and sends them to the test, until the test ends the browser.

import { discord, fill, generator, snowflakeSI, withOptions } from "../node_modules/flakekit/index.js";
import { lease } from "../node_modules/flakekit/lease.js";
import { tabs } from "../node_modules/flakekit/lease/tabs.js";

const IDS = 10_000;

/**
 * The pause between two lists, in ms, so that contexts that wait for a fault leave the processors to other contexts.
 */
const PAUSE_MS = 30;

/**
 * Windows are short, so that they end often, and the first window is granted soon. There are twice as many seats as
 * contexts, so that seats of killed contexts are soon taken again.
 */
const SHORT = { window: 2_000, clockSkew: 300, nodes: [0, 7] };

/**
 * Windows are longer than the test, so that they still run when other contexts get a seat without a grace period, and no
 * extension finds the data deleted, which would end the test. There are as many seats as contexts.
 */
const LONG = { window: 600_000, nodes: [0, 3] };

const FORMATS = [
  { format: discord, List: BigUint64Array },
  { format: withOptions(snowflakeSI, { epoch: "2024-01-01" }), List: Float64Array },
];

const query = new globalThis.URLSearchParams(globalThis.location.search);

/** The options of leases, of a store that may be said to be durable; `undefined`: the IDs are made without leases. */
const options = {
  short: { store: tabs(), ...SHORT },
  durable: { store: tabs({ durable: true }), ...LONG },
}[query.get("leases")];

/** The name of the load, which is another one after each reload. */
const load = Math.random();

function generatorOf(format) {
  if (options !== undefined) return lease(format, { ...options, maxWait: 60_000 });
  const nodes = format.fields.filter(({ kind }) => kind === "node");
  return generator(format, Object.fromEntries(nodes.map(({ name }) => [name, 0])));
}

/** Fills a list at full speed, in all ways; again and again until a window has room for all of it. */
async function fillList(ids, list) {
  const half = list.length / 2;
  for (;;) {
    list[0] = await ids.nextAsync();
    try {
      for (let i = 1; i < half; i++) list[i] = ids.next();
      fill(ids, list.subarray(half));
      return;
    } catch (error) {
      if (error.code !== "LEASE_EXPIRED") throw error;
    }
  }
}

async function send(path, body) {
  const response = await fetch(path, { method: "POST", body });
  return response.json();
}

/** `kind` tells apart the contexts of a tab. */
export async function makeIds(kind) {
  try {
    const made = FORMATS.map(({ format, List }) => ({ name: format.name, generator: generatorOf(format), List }));
    for (;;) {
      for (const { name, generator, List } of made) {
        const list = new List(IDS);
        await fillList(await generator, list);
        const context = new globalThis.URLSearchParams({ tab: query.get("tab"), kind, load, format: name });
        const { then } = await send(`/ids?${context}`, list);
        if (then === "reload") return globalThis.location.reload();
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  } catch (error) {
    await send("/failed", `${kind} of tab ${query.get("tab")}: ${error.code} ${error.stack ?? error.message}`);
  }
}
