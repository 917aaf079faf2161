// A Worker. Its global scope has neither time nor random bits; its handler has both.

import * as flakekit from "flakekit";
import * as hiding from "flakekit/hidden";
import * as inspection from "flakekit/inspect";
import * as leases from "flakekit/lease";
import { handler, http } from "flakekit/lease/http";
import { check, checkHidden, checkInspect, checkLeases } from "../check.mjs";
import { makeInOneInstant } from "../instant.mjs";
import { checkRedirects } from "../programs/redirects.mjs";

const { discord, mastodon, sno, snowflakeSI } = flakekit;

let ids;

/** The handler of leases. The handler is made in the first request, as the store is. */
function leaseHandler() {
  const authorize = (request) => request.headers.get("authorization");
  const options = { format: discord, store: leases.memory(), nodes: [0, 15], authorize, secret: "s".repeat(32) };
  return (ids ??= handler(options));
}

const generators = [
  flakekit.generator(discord, { workerId: 1, processId: 0 }),
  flakekit.generator(flakekit.withOptions(snowflakeSI, { epoch: "2024-01-01" }), { machineId: 3 }),
  flakekit.generator(sno, { partition: 4097 }),
];
const early = [...generators, flakekit.generator(mastodon), { next: () => flakekit.next(sno) }].map((ids) =>
  refusal(() => ids.next()),
);

function refusal(work) {
  try {
    return `made ${work()}`;
  } catch (error) {
    return error instanceof flakekit.FlakeError ? `${error.code}: ${error.message}` : String(error);
  }
}

export default {
  async fetch(request) {
    switch (new URL(request.url).pathname) {
      case "/check":
        return Response.json(check(flakekit));
      case "/inspect":
        return Response.json(checkInspect(inspection));
      case "/hidden":
        return Response.json(checkHidden(flakekit, hiding));
      case "/leases":
        return Response.json(await checkLeases(flakekit, leases, leases.memory()));
      case "/ids":
        return leaseHandler()(request);
      case "/redirects":
        await checkRedirects(discord, leases.lease, http, "http://other.example");
        return Response.json("passed");
      case "/early":
        return Response.json(early);
      case "/instant":
        return Response.json(makeInOneInstant(generators));
      default:
        return new Response(null, { status: 404 });
    }
  },
};
