// Measures the core's memory and JavaScript's heap before and after many IDs: node programs/memory.mjs <number of IDs>

import { batch, batchBytes, generator } from "flakekit";
import { heapUsed, pages } from "../lib/memory.mjs";
import { discord, numbers, sno, twitter, uid60, unhindered } from "../lib/formats.mjs";

const wanted = Number(process.argv[2]);
const BATCH = 4096;

const makers = [
  generator(numbers, { machineId: 3, ...unhindered }),
  generator(twitter, { machineId: 378, ...unhindered }),
  generator(uid60, unhindered),
  generator(sno, { partition: 4097, ...unhindered }),
];

/** Makes IDs by each method, and decodes one. Returns the number of IDs. */
function makeSome() {
  let made = 0;
  for (const ids of makers) {
    batch(ids, BATCH);
    if (ids.format === sno) batchBytes(ids, BATCH);
    for (let i = 0; i < BATCH; i++) ids.next();
    ids.nextText();
    made += BATCH * (ids.format === sno ? 3 : 2) + 1;
  }
  discord.decode(generator(discord, { workerId: 1, processId: 2, ...unhindered }).next());
  return made + 1;
}

makeSome();
const before = { pages: pages(), heap: heapUsed() };
let made = 0;
while (made < wanted) made += makeSome();
console.log(JSON.stringify({ made, before, after: { pages: pages(), heap: heapUsed() } }));
