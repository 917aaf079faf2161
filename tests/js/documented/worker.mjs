// worker.mjs
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { threads } from "flakekit/lease/threads";

const ids = await lease(discord, { store: threads() });
console.log(ids.nextText());
