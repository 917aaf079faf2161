import { handler } from "flakekit/lease/http";
import { format } from "../../format.js";
import { store } from "../../store.js";

export const dynamic = "force-dynamic";

// Pages and edge functions lease the nodes that no server leases. Take the user of your log-in as the caller: a quota counts for each.
export const POST = handler({
  format,
  store,
  nodes: [512, 1023],
  shares: 16,
  authorize: (request) => request.headers.get("authorization"),
  secret: process.env.LEASE_SECRET ?? "a secret of 32 bytes, for development",
});
