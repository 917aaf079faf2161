import * as flakekit from "../node_modules/flakekit/index.js";
import * as leases from "../node_modules/flakekit/lease.js";
import * as stores from "../node_modules/flakekit/lease/threads.js";
import { workerTask } from "./lease-page.js";

workerTask(flakekit, leases, stores);
