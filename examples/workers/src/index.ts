// A Worker that makes IDs. Its isolates, wherever they run, repeat no ID.

import { FlakeError, twitter, withOptions } from "flakekit";
import { lease, type LeaseOf } from "flakekit/lease";
import { durableObjects, FlakekitLeases, type ObjectNamespace } from "flakekit/lease/workers";

// The runtime makes objects of it.
export { FlakekitLeases };

const format = withOptions(twitter, { epoch: "2024-01-01" });

/** The lease that all requests of this isolate share, not its promise: that belongs to one request. */
let ids: LeaseOf<typeof format> | undefined;

export default {
  async fetch(request: Request, env: { LEASES: ObjectNamespace }) {
    try {
      // With longer windows, the objects are asked less often.
      ids ??= await lease(format, { store: durableObjects(env.LEASES), space: "orders", window: 60_000 });
      const { pathname } = new URL(request.url);
      if (pathname === "/health") {
        const { state, fields } = ids.status();
        return Response.json({ state, fields }, { status: state === "held" ? 200 : 503 });
      }
      return Response.json({ id: format.toText(await ids.nextAsync()) });
    } catch (error) {
      console.error(error);
      // The faults of leases pass by themselves.
      if (!(error instanceof FlakeError)) return Response.json({ error: "Internal Server Error" }, { status: 500 });
      return Response.json({ error: "Try again later" }, { status: 503, headers: { "retry-after": "3" } });
    }
  },
};
