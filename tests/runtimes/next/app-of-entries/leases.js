// The handler of both routes for leases.

import { discord } from "flakekit";
import { memory } from "flakekit/lease";
import { handler } from "flakekit/lease/http";

export const POST = handler({
  format: discord,
  store: memory(),
  nodes: [0, 15],
  authorize: (request) => request.headers.get("authorization"),
  secret: "s".repeat(32),
});
