// A Worker that makes IDs. Its isolates, wherever they run, repeat no ID.

import { twitter, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";

// The runtime makes objects of it.
export { FlakekitLeases };

const format = withOptions(twitter, { epoch: "2024-01-01" });

/** The lease that all requests of this isolate share. */
let ids;

export default {
  async fetch(request, env) {
    // With longer windows, the objects are asked less often.
    ids ??= await lease(format, { store: durableObjects(env.LEASES), space: "orders", window: 60_000 });
    const { pathname } = new URL(request.url);
    if (pathname === "/health") {
      const { state, fields } = ids.status();
      return Response.json({ state, fields }, { status: state === "held" ? 200 : 503 });
    }
    return Response.json({ id: format.toText(await ids.nextAsync()) });
  },
};
