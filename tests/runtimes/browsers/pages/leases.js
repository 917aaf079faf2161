import * as flakekit from "../node_modules/flakekit/index.js";
import * as leases from "../node_modules/flakekit/lease.js";
import * as stores from "../node_modules/flakekit/lease/threads.js";
import { checkPage } from "./lease-page.js";
import { report } from "./report.js";

const startWorker = () => new Worker(new URL("./leases-worker.js", import.meta.url), { type: "module" });
report(() => checkPage(flakekit, leases, stores, startWorker));
