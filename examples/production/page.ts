// The part of a page: it makes the IDs of its orders. An order that is sent again has the same ID, so it is stored once.

import { twitter, withOptions } from "flakekit";
import { leaseFromServer } from "flakekit/lease";
import { http } from "flakekit/lease/http";

const format = withOptions(twitter, { epoch: "2024-01-01" }); // that of the server
const leased = leaseFromServer(format, { store: http("/ids") });
leased.catch(() => undefined); // each call of newId tells the error
addEventListener("pagehide", () => leased.then((ids) => ids.close()));
// A page that comes back from the browser's cache has closed its lease.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** Needs no request, and no network while the window lasts. */
export async function newId() {
  const ids = await leased;
  return String(await ids.nextAsync());
}

export async function saveOrder(id: string, item: string) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`/orders/${id}`, { method: "PUT", headers, body: JSON.stringify({ item }) });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
}
