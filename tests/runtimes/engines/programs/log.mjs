// Logs a generator and a format to the console.

import { discord, generator, twitter } from "flakekit";
import { report } from "./report.mjs";

console.log(generator(discord, { workerId: 1, processId: 0 }));
console.log(twitter);
report(import.meta.resolve("flakekit"));
