// For the suites of leases over HTTP: handlers, their servers and the requests of clients.

import { createServer } from "node:http";
import { discord } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { handler, http, nodeHandler } from "flakekit/lease/http";
import { Clocks, ControlledStore } from "./leases.mjs";

export const SECRET = "the first secret, of 32 bytes or more";
export const NODES = [512, 1023];
export const URL_OF_IDS = "http://localhost/ids";
export const LAYOUT = "time:42,node:5,node:5,sequence:12,unit:1,epoch:1420070400000";

/** The caller is the text of the header `x-caller`. Without this header there is no caller. */
export const authorize = (request) => request.headers.get("x-caller");

/** A handler of Discord's format. Its errors are in `errors`. */
export function handlerOf(options) {
  const errors = [];
  const ids = handler({
    format: discord,
    store: new ControlledStore(),
    nodes: NODES,
    authorize,
    secret: SECRET,
    onError: (error) => errors.push(error),
    ...options,
  });
  return Object.assign(ids, { errors });
}

/** A `fetch` that calls a handler, without a network. */
export function fetchOf(ids) {
  return (url, options) => ids(new Request(url, options));
}

/** The server of a handler, as a caller sees it. Each call makes another server, so leases share no seat. */
export function callerOf(ids, caller, fetch = fetchOf(ids)) {
  return http(URL_OF_IDS, { fetch, headers: { "x-caller": caller } });
}

/** Leases a seat by a handler, and closes it when the test ends. */
export async function leaseOf(context, server, options) {
  const ids = await lease(discord, { store: server, ...options });
  context.after(() => ids.close());
  return ids;
}

let names = 0;

/** A new name of a claim. */
export const newName = () => `name-of-a-claim-${++names}`;

/** Sends a request to a handler as a caller. Returns the status and the reply. */
export async function ask(ids, caller, request) {
  const response = await ids(
    new Request(URL_OF_IDS, {
      method: "POST",
      headers: { "content-type": "application/json", "x-caller": caller },
      body: JSON.stringify({ nonce: "nonce-of-a-request", layout: LAYOUT, name: newName(), ...request }),
    }),
  );
  return { status: response.status, ...(await response.json()) };
}

/** The node, the beginning and the end of the window of a reply. */
export function windowOf({ seat: [node, share, from, until] }) {
  return { key: `seat ${node}.${share}`, node, from, until };
}

/** The seats of a space that have a window now. */
export async function seatsTaken(store, space = "discord") {
  const { seats, now } = await listSeats(store, space);
  return seats.filter(({ until }) => until > now);
}

/** Starts a server on this host. Returns its address, and stops it when the test ends. */
export async function listen(context, listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${server.address().port}/ids`;
}

/** Starts Node's server for a handler. */
export function serve(context, ids) {
  return listen(context, nodeHandler(ids));
}

/** The length of the windows of a controlled handler, in ms. */
export const WINDOW = 60_000;

/** A handler whose clock the test moves, and its store. */
export function controlled(context, options) {
  const clocks = new Clocks(context);
  const store = new ControlledStore({ clock: clocks.store });
  return { clocks, store, ids: handlerOf({ store, window: WINDOW, ...options }) };
}

/** Asks for a seat. */
export const claim = (ids, caller, more) => ask(ids, caller, { task: "claim", ...more });
