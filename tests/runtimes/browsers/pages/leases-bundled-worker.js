import * as flakekit from "flakekit";
import * as leases from "flakekit/lease";
import * as stores from "flakekit/lease/threads";
import { workerTask } from "./lease-page.js";

workerTask(flakekit, leases, stores);
