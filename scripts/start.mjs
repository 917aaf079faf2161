// Sets up, builds, makes and decodes an ID of every format, and compares published IDs with their published dates.

import { build } from "./build.mjs";
import { CommandError, main } from "./run.mjs";
import { setup } from "./setup.mjs";
import { printTable } from "./table.mjs";

/** The number of every node field. */
const NODE = 3;
/** The epoch for formats that have none. */
const EPOCH = "2024-01-01T00:00:00Z";

/** IDs that their services or specifications published, and when they were made. */
const PUBLISHED = [
  ["twitter", "1541815603606036480", "2022-06-28T16:07:40.105Z"],
  ["twitter", "1859982040506564608", "2024-11-22T15:27:29.909Z"],
  ["discord", "175928847299117063", "2016-04-30T11:18:25.796Z"],
  ["instagram", "11637205501278089", "2011-09-09T22:28:04.721Z"],
  ["uid60", "xinaS8QBh", "2019-07-03T18:45:04.129Z"],
];

function fieldsOf({ timestamp, date, ...fields }) {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function make(flakekit) {
  const rows = flakekit.formats().map((builtIn) => {
    const format = builtIn.epoch === null ? builtIn.with({ epoch: EPOCH }) : builtIn;
    const nodes = format.fields.filter(({ kind }) => kind === "node").map(({ name }) => [name, NODE]);
    const id = format.generator(Object.fromEntries(nodes)).next();
    const decoded = format.decode(id);
    return [format.name, String(id), format.toText(id), decoded.date.toISOString(), fieldsOf(decoded)];
  });
  printTable([["made now", "ID", "text", "time", "fields"], ...rows]);
}

function read(flakekit) {
  const rows = PUBLISHED.map(([name, text, expected]) => {
    const decoded = flakekit[name].decode(text);
    const time = decoded.date.toISOString();
    return [name, text, time, time === expected ? "as published" : `WRONG: published ${expected}`, fieldsOf(decoded)];
  });
  printTable([["published", "ID", "time", "", "fields"], ...rows]);
  if (rows.some(([, , , verdict]) => verdict !== "as published"))
    throw new CommandError("a published ID was decoded wrong");
}

await main(async () => {
  await setup();
  await build();
  const flakekit = await import("../dist/index.js");
  console.log();
  make(flakekit);
  console.log();
  read(flakekit);
  console.log("\nMore: node dist/cli.js --help; tests: npm test");
});
