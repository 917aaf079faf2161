// Leases over HTTP: the client for browsers, and the handler for servers.

import type * as api from "../../types/lease/http.js";
import { http as client } from "./http/client.js";
import { handler as createHandler } from "./http/handler.js";
import { nodeHandler as createNodeHandler } from "./http/node.js";

export const http: typeof api.http = client;
export const handler = createHandler as typeof api.handler;
export const nodeHandler: typeof api.nodeHandler = createNodeHandler;
