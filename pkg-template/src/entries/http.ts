// The main entry of leases over HTTP.

import type * as api from "../../types/lease/http.js";
import { newHandler } from "../lease/http.js";
import { lease } from "./lease.js";

// A function, and no call, so that bundlers leave it out of pages.
export const handler = ((options) => newHandler(lease, options)) as typeof api.handler;

export { http, nodeHandler } from "../lease/http.js";
