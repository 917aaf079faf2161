// The first ID of a process: node programs/first.mjs <a peer's place, or nothing for the same without>

import { peers } from "../peers/list.mjs";

const [place] = process.argv.slice(2);
if (place !== undefined) {
  const { next } = await peers[place].load();
  next();
}
