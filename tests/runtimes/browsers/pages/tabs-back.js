// A page with a lease is left and comes back from the back/forward cache. Meanwhile its database is deleted.

import { discord } from "../node_modules/flakekit/index.js";
import { lease } from "../node_modules/flakekit/lease.js";
import { tabs } from "../node_modules/flakekit/lease/tabs.js";
import { report } from "./report.js";

/**
 * The window is long, so that nothing uses the database while the page is away. The store is durable, so that the first
 * lease does not wait.
 */
const TERMS = { store: tabs({ durable: true }), window: 60_000 };

report(async () => {
  if (globalThis.sessionStorage.getItem("left") !== null) throw new Error("the browser did not keep the page");
  const ids = await lease(discord, TERMS);
  const first = ids.next();
  if (document.readyState !== "complete") await new Promise((loaded) => globalThis.addEventListener("load", loaded));
  globalThis.sessionStorage.setItem("left", "yes");
  const isBack = new Promise((resolve) => {
    globalThis.addEventListener("pageshow", ({ persisted }) => persisted && resolve());
  });
  globalThis.location.href = "./tabs-away.html";
  await isBack;
  const second = await ids.nextAsync();
  if (second <= first) throw new Error(`the ID ${second} was made after ${first}`);
  const { records } = await tabs().read("discord", ["meta"]);
  if (records[0] !== null) throw new Error("the database was not deleted");
  // The promise of `durable` was broken, so the lease gets no other window.
  const error = await TERMS.store.read("discord", ["meta"]).catch((thrown) => thrown);
  if (error.code !== "STORE_FAILED") throw new Error(`the store does not see the loss: ${JSON.stringify(error)}`);
  await ids.close();
});
