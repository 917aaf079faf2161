// The server that the programs of entry-checks.mjs ask: it leases seats, and has the package's WebAssembly modules.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { discord } from "flakekit";
import { memory } from "flakekit/lease";
import { handler, nodeHandler } from "flakekit/lease/http";

/** Pages of other origins ask too. */
const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/**
 * Starts a server on a free port. `answers` are functions for other paths. They get the posted value, and their results
 * are sent as JSON.
 */
export async function serveEntries(answers = {}) {
  const authorize = (request) => request.headers.get("authorization");
  const ids = handler({ format: discord, store: memory(), nodes: [0, 15], authorize, secret: "s".repeat(32) });
  const listener = nodeHandler(async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "OPTIONS") return new Response(null, { headers: CORS });
    const response =
      pathname === "/ids"
        ? await ids(request)
        : pathname in answers
          ? Response.json(answers[pathname](await request.json()))
          : new Response(readFileSync(join(import.meta.dirname, "node_modules", "flakekit", pathname)));
    for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
    return response;
  });
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}
