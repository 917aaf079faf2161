// A script without package.json: it imports the package's file, with its types, by path.

import * as flakekit from "../node_modules/flakekit/index.js";
import { check } from "../check.mjs";
import { report } from "./report.mjs";

const id: bigint = flakekit.generator(flakekit.discord, { workerId: 1, processId: 0 }).next();
if (flakekit.discord.decode(id).workerId !== 1) throw new Error(`${id} was decoded wrong`);
check(flakekit);
report("index.js, its types checked");
