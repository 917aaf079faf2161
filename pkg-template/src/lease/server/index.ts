// Leases over HTTP, on the server.
// Holds: the handler of requests, its quotas and signed grants; its listener for Node.
// May import: `generated`, `lease/keeper`, `lease/protocol`, `lease/stores`, `types`, `values`.
// Promises: a request is bounded before it is understood; a caller gets only seats of its quota, and only the seat of
// a grant that it shows.

import type * as api from "../../../types/lease/http.js";
import { http as openServer } from "../keeper/index.js";
import { newHandler as create } from "./handler.js";
import { nodeHandler as listen } from "./node.js";

export type HandlerOptions = api.HandlerOptions;

export const http: typeof api.http = openServer;
export const nodeHandler: typeof api.nodeHandler = listen;

/** The handler of a copy of `flakekit/lease`. */
export const newHandler = create as (lease: object, options: HandlerOptions) => api.Handler;
