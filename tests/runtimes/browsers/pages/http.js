// Leases of a page and of a worker, by the handler of the site that served them.

import { batch, discord } from "../node_modules/flakekit/index.js";
import { lease } from "../node_modules/flakekit/lease.js";
import { http } from "../node_modules/flakekit/lease/http.js";
import { report } from "./report.js";

/** Leases a seat, and returns its IDs and its node. */
async function makeIds() {
  const ids = await lease(discord, { store: http("/ids") });
  const made = batch(ids, 1_000);
  const { workerId, processId } = ids.status().fields;
  return { ids, made, node: workerId * 32 + processId };
}

async function checkPage() {
  document.cookie = "caller=ada; path=/";
  const worker = new Worker(import.meta.url, { type: "module" });
  const [page, other] = await Promise.all([
    makeIds(),
    new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }) => resolve(data));
      worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    }),
  ]);
  if (other.error) throw new Error(other.error);
  if (page.node < 512 || other.node < 512 || page.node === other.node) {
    throw new Error(`the nodes are ${page.node} and ${other.node}`);
  }
  await page.ids.close();
  // The caller gets the seat that the page gave back, from the end of the used time on.
  const again = await makeIds();
  if (again.node !== page.node || again.made[0] <= page.made.at(-1)) throw new Error("the seat is not the caller's");
  const all = [page, other, again].flatMap(({ made }) => [...made]);
  if (new Set(all).size !== all.length) throw new Error("IDs repeat");
  await again.ids.close();
  await leavePages();
  await refuseRedirects();
  return { ids: all.length };
}

/** A lease follows no redirect, whose address browsers do not tell. */
async function refuseRedirects() {
  for (const status of [301, 302, 303, 307, 308]) {
    const store = http(`/redirect?status=${status}`, { headers: { authorization: "ada" } });
    const refused = await lease(discord, { store }).catch(({ code, message }) => `${code}: ${message}`);
    if (!/^STORE_FAILED: .* answered with a redirect;/.test(refused)) {
      throw new Error(`a redirect with ${status} was no error: ${refused}`);
    }
  }
}

/** Pages that are left give their seats back: more of them lease one after the other than the caller's quota allows. */
async function leavePages() {
  for (let page = 0; page < 8; page++) {
    const frame = document.createElement("iframe");
    const leased = new Promise((resolve) =>
      globalThis.addEventListener("message", ({ data }) => resolve(data), { once: true }),
    );
    frame.src = "./http.html#left";
    document.body.append(frame);
    const { error } = await leased;
    if (error) throw new Error(`page ${page}: ${error}`);
    const left = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    frame.src = "about:blank";
    await left;
    frame.remove();
  }
}

/** A page that is left as soon as it has IDs. */
async function beLeft() {
  const { ids } = await makeIds();
  globalThis.addEventListener("pagehide", () => ids.close());
}

if (globalThis.location.hash === "#left") {
  beLeft().then(
    () => globalThis.parent.postMessage({}, "*"),
    (error) => globalThis.parent.postMessage({ error: error.message }, "*"),
  );
} else if (globalThis.document) report(checkPage);
else {
  makeIds().then(
    ({ made, node }) => globalThis.postMessage({ made, node }),
    (error) => globalThis.postMessage({ error: error.message }),
  );
}
