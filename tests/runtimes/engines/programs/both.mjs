// Loads the package by `import` and by `require`. Even if these load two files, they must not make the same ID.

import { createRequire } from "node:module";
import * as imported from "flakekit";
import { report } from "./report.mjs";

const required = createRequire(import.meta.url)("flakekit");
const now = Date.now();
Date.now = () => now;
const copies = [imported, required].map(({ discord, generator }) => generator(discord, { workerId: 1, processId: 1 }));
const ids = Array.from({ length: 4000 }, (_, i) => copies[i % 2].next());
if (new Set(ids).size < ids.length) throw new Error("import and require made the same ID");
try {
  required.twitter.decode("");
} catch (error) {
  if (!(error instanceof imported.FlakeError)) throw error;
}
report(imported.twitter === required.twitter ? "one file, one core" : "two files, one core");
