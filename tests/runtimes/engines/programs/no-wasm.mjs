// Runs the entries for engines without WebAssembly in such an engine.

import * as hiding from "flakekit/hidden/no-wasm";
import * as inspection from "flakekit/inspect/no-wasm";
import * as leases from "flakekit/lease/no-wasm";
import * as flakekit from "flakekit/no-wasm";
import { check, checkHidden, checkInspect, checkLeases } from "../check.mjs";
import { report } from "./report.mjs";

if (typeof WebAssembly !== "undefined") throw new Error("there is WebAssembly");
check(flakekit);
checkHidden(flakekit, hiding);
checkInspect(inspection);
await checkLeases(flakekit, leases, leases.memory());
report(import.meta.resolve("flakekit/no-wasm"));
