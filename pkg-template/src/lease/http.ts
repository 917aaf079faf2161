// Leases over HTTP: what is the same in all entries.

import type * as api from "../../types/lease/http.js";
import { http as client } from "./http/client.js";
import { nodeHandler as createNodeHandler } from "./http/node.js";

export const http: typeof api.http = client;
export const nodeHandler: typeof api.nodeHandler = createNodeHandler;

export { newHandler } from "./http/handler.js";
