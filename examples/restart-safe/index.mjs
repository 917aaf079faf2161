// Prints IDs, one in a line: node index.mjs [COUNT]. It may be killed at any time, and run again at once.

import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const count = Number(process.argv[2] ?? 10);

// All runs share this directory. It remembers which IDs may have been made.
const ids = await lease(discord, { store: file("./ids") });
for (let i = 0; i < count; i++) console.log(String(await ids.nextAsync()));
await ids.close();
