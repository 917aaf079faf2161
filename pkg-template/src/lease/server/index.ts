// Leases over HTTP, on the server.
// Holds: the handler of requests, its quotas and signed grants; its listener for Node.
// May import: `generated`, `lease/keeper`, `lease/protocol`, `lease/stores`, `types`, `values`.
// Promises: the cost of a request is bounded before it is parsed; a caller gets no more seats than its quota, and extends
// or releases only the seat of a grant that it shows.

import type * as api from "../../../types/lease/http.js";
import { http as openServer, type LeaseInternals } from "../keeper/index.js";
import { newHandler as create } from "./handler.js";
import { nodeHandler as listen } from "./node.js";

export type HandlerOptions = api.HandlerOptions;

export const http: typeof api.http = openServer;
export const nodeHandler: typeof api.nodeHandler = listen;

/** Makes a handler that uses the functions of an entry of leases. */
export const newHandler = create as (internals: LeaseInternals, options: HandlerOptions) => api.Handler;
