// Makes the first ID of a process: node programs/first.mjs [index of the peer]. Without an index, it makes no ID. It
// prints the time since Node was ready to load the program, in ms.

import { sinceStart } from "../lib/since-start.mjs";
import { peers } from "../peers/list.mjs";

const [index] = process.argv.slice(2);
if (index !== undefined) {
  const { next } = await peers[index].load();
  next();
}
console.log(sinceStart());
