// Leases over HTTP: what is the same in all entries.

import type * as api from "../../types/lease/http.js";
import { http as openServer } from "./http/client.js";
import { newHandler as create } from "./http/handler.js";
import { nodeHandler as listen } from "./http/node.js";

export type HandlerOptions = api.HandlerOptions;

export const http: typeof api.http = openServer;
export const nodeHandler: typeof api.nodeHandler = listen;

/** The handler of a copy of `flakekit/lease`. */
export const newHandler = create as (lease: object, options: HandlerOptions) => api.Handler;
