// Hides IDs.

import * as flakekit from "flakekit";
import * as hiding from "flakekit/hidden";
import * as withoutWasm from "flakekit/hidden/no-wasm";
import { checkHidden } from "../check.mjs";
import { report } from "./report.mjs";

checkHidden(flakekit, hiding);
checkHidden(flakekit, withoutWasm);
report(import.meta.resolve("flakekit/hidden"));
