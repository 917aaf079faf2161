// The server's part: it leases seats to browsers, and keeps notes under the IDs that these have made.

import { randomUUID } from "node:crypto";
import { json } from "node:stream/consumers";
import { discord } from "flakekit";
import { file } from "flakekit/lease/file";
import { handler, nodeHandler } from "flakekit/lease/http";

/** Each visitor is a caller. Take the user of your log-in instead: a quota counts for each caller. */
const sessionOf = (cookies) => /(?:^|; )session=([\w-]{36})/.exec(cookies ?? "")?.[1];

const seats = handler({
  format: discord,
  store: file("./seats"),
  nodes: [512, 1023], // servers would lease from [0, 511]
  shares: 16,
  window: 600_000,
  authorize: (request) => sessionOf(request.headers.get("cookie")),
  // The secret of this run. Several servers need the same, from their configuration.
  secret: process.env.LEASE_SECRET ?? randomUUID() + randomUUID(),
});
const lease = nodeHandler(seats);

/** In the place of a table: the texts by their IDs. */
const notes = new Map();

/** Answers `/ids` and `/notes`, and gives a session to visitors of other paths. */
export async function api(request, response, next) {
  const session = sessionOf(request.headers.cookie);
  const [, place, id] = request.url.split("/");
  if (place === "ids") return lease(request, response);
  if (place === "notes" && request.method === "PUT") {
    // A page can send any ID. Nobody else gets an ID of its seat.
    const isOwn = session !== undefined && discord.isValid(id) && (await seats.owns(id, session));
    // A note that arrives again has the same ID, so it is stored once.
    if (isOwn) notes.set(id, (await json(request)).text);
    return response.writeHead(isOwn ? 204 : 403).end();
  }
  if (place === "notes") {
    return response.end(JSON.stringify(Array.from(notes, ([id, text]) => ({ id, text, state: "saved" }))));
  }
  if (session === undefined) {
    response.setHeader("set-cookie", `session=${randomUUID()}; Path=/; HttpOnly; SameSite=Strict`);
  }
  next();
}
