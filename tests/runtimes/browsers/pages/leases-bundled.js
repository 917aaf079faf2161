import * as flakekit from "flakekit";
import * as leases from "flakekit/lease";
import * as stores from "flakekit/lease/threads";
import { checkPage } from "./lease-page.js";
import { report } from "./report.js";

const startWorker = () => new Worker(new URL("./leases-bundled-worker.js", import.meta.url), { type: "module" });
report(() => checkPage(flakekit, leases, stores, startWorker));
