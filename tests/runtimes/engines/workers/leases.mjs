// A Worker that makes IDs under a lease. Its requests share the lease. Several Workers have the same objects.

import { batch, discord, generator } from "flakekit";
import { lease } from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";

export { FlakekitLeases };

/** How long an object takes to answer, in ms: many requests end earlier. */
const DISTANCE_MS = 20;

const early = lease(discord, { store: durableObjects({ idFromName: () => "", get: () => null }) }).catch(
  ({ code, message }) => `${code}: ${message}`,
);

let ids;

/** The generator of all requests of this isolate. Without leases, all isolates have the same numbers. */
async function generatorOf({ LEASES, SEATS }, isLeased) {
  if (!isLeased) return (ids ??= generator(discord, { workerId: 0, processId: 0 }));
  // With `maxLag: 0`, no number is left of a window that has passed.
  const store = durableObjects(distant(LEASES));
  return (ids ??= await lease(discord, { store, nodes: [0, SEATS - 1], window: 400, maxLag: 0, maxWait: 10_000 }));
}

/** A binding whose objects are far away. */
function distant(namespace) {
  const get = (...args) => ({
    fetch: async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, DISTANCE_MS));
      return namespace.get(...args).fetch(...request);
    },
  });
  return { idFromName: (name) => namespace.idFromName(name), get };
}

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/early":
        return Response.json(await early);
      case "/conformance": {
        const results = await conformance([durableObjects(env.LEASES), durableObjects(env.LEASES)], {
          timeout: 60_000,
        });
        return Response.json(results);
      }
      case "/ids": {
        const made = await generatorOf(env, searchParams.has("leased"));
        const all = [await made.nextAsync(), await made.nextAsync()];
        // The body of this request is read after a wait that may have been for another request.
        const count = Number(await request.text());
        try {
          all.push(...batch(made, count));
        } catch (error) {
          // The window has ended between the two calls.
          if (error.code !== "LEASE_EXPIRED") throw error;
          all.push(await made.nextAsync());
        }
        return Response.json(all.map(String));
      }
      case "/left": {
        // The request ends while it waits.
        const made = await generatorOf(env, true);
        made.nextAsync().catch(() => undefined);
        return Response.json([]);
      }
      case "/extended": {
        const made = await generatorOf(env, true);
        const { until } = made.status();
        await made.nextAsync();
        return Response.json(made.status().until > until);
      }
      default:
        return new Response(null, { status: 404 });
    }
  },
};
