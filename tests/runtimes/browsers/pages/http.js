// Leases of a page and of a worker, by the handler of the site that served them.

import { discord } from "../node_modules/flakekit/index.js";
import { lease } from "../node_modules/flakekit/lease.js";
import { http } from "../node_modules/flakekit/lease/http.js";
import { report } from "./report.js";

/** Leases a seat, and returns its IDs and its node. */
async function makeIds() {
  const ids = await lease(discord, { store: http("/ids") });
  const made = ids.batch(1_000);
  const { workerId, processId } = ids.status().fields;
  return { ids, made, node: workerId * 32 + processId };
}

async function checkPage() {
  document.cookie = "caller=ada";
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
  // The seat that the page gave back is the caller's again, after what was used.
  const again = await makeIds();
  if (again.node !== page.node || again.made[0] <= page.made.at(-1)) throw new Error("the seat is not the caller's");
  const all = [page, other, again].flatMap(({ made }) => [...made]);
  if (new Set(all).size !== all.length) throw new Error("IDs repeat");
  await again.ids.close();
  return { ids: all.length };
}

if (globalThis.document) report(checkPage);
else {
  makeIds().then(
    ({ made, node }) => globalThis.postMessage({ made, node }),
    (error) => globalThis.postMessage({ error: error.message }),
  );
}
