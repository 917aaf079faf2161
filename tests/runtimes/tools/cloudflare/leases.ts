// The store in Durable Objects with the types that Cloudflare publishes. This code is only compiled, and does not run.

import type { DurableObjectNamespace, ExportedHandler } from "@cloudflare/workers-types";
import { discord } from "flakekit";
import { lease, type LeaseStore } from "flakekit/lease";
import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";

export { FlakekitLeases };

interface Env {
  /** The binding as `wrangler types` writes it. */
  readonly LEASES: DurableObjectNamespace<FlakekitLeases>;
  readonly PLAIN: DurableObjectNamespace;
}

let ids: Awaited<ReturnType<typeof open>> | undefined;
const open = (env: Env) => lease(discord, { store: durableObjects(env.LEASES) });

export const handler: ExportedHandler<Env> = {
  async fetch(_, env) {
    ids ??= await open(env);
    const id: bigint = await ids.nextAsync();
    const stores: LeaseStore[] = [durableObjects(env.PLAIN, { jurisdiction: "eu" }), durableObjects(env.LEASES)];
    throw new Error(`${id} ${stores.length}`);
  },
};

// @ts-expect-error: no binding
durableObjects({ read: () => null });
// @ts-expect-error: no such option
durableObjects({} as DurableObjectNamespace, { name: "leases" });

/** A class of a user may extend `FlakekitLeases`. */
export class Leases extends FlakekitLeases {}
declare const own: DurableObjectNamespace<Leases>;
durableObjects(own);
