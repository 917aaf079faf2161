// Leases over HTTP, on the server.
// Holds: the handler of requests, its quotas and signed grants; its listener for Node.
// May import: `generated`, `lease/keeper`, `lease/protocol`, `lease/stores`, `types`, `values`.
// Promises: the cost of a request is bounded before it is parsed; a caller gets no more seats than its quota, and extends
// or releases only the seat of a grant that it shows.

import type * as api from "../../../types/lease/http.js";
import { http as openServer } from "../keeper/index.js";
import { newHandler as create } from "./handler.js";
import { nodeHandler as listen } from "./node.js";

export type HandlerOptions = api.HandlerOptions;

export const http: typeof api.http = openServer;
export const nodeHandler: typeof api.nodeHandler = listen;

/** Makes a handler that uses a copy of `flakekit/lease`: `lease` is its function of this name. */
export const newHandler = create as (lease: object, options: HandlerOptions, complete?: string) => api.Handler;
