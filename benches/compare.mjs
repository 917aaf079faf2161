// Writes the tables of COMPARE.md from the results: node benches/compare.mjs
// A table stands between <!-- name --> and <!-- /name -->.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { repeaters, resultsOf } from "./lib/results.mjs";
import { grouped, markdownTable } from "./lib/table.mjs";
import * as capacity from "./sections/capacity.mjs";
import * as faults from "./sections/faults.mjs";
import * as features from "./sections/features.mjs";
import * as growth from "./sections/growth.mjs";
import * as native from "./sections/native.mjs";
import * as peers from "./sections/peers.mjs";
import * as start from "./sections/start.mjs";
import * as targets from "./sections/targets.mjs";

const file = fileURLToPath(new URL("../COMPARE.md", import.meta.url));

/** Each table: the section it is of, and what makes it of the section's rows. */
const tables = {
  features: ["features", features.table],
  faults: ["faults", faults.table],
  machines: ["faults", faults.machineTable],
  speed: ["peers", peers.table],
  start: ["start", start.firstTable],
  calls: ["start", start.callsTable],
  targets: ["targets", targets.table],
  capacity: ["capacity", capacity.table],
  batches: ["growth", growth.batchTable],
  memory: ["growth", growth.memoryTable],
  native: ["native", native.table],
  better: ["peers", better],
};

const own = ({ name }) => name.startsWith("flakekit");

/** Where peers are ahead of all that flakekit has to offer. */
function better(rows) {
  const repeating = repeaters();
  const ahead = (what, all, figure, unit) => {
    const known = all.filter((row) => figure(row) !== undefined);
    const best = Math.min(...known.filter(own).map(figure));
    const peers = known.filter((row) => !own(row) && figure(row) < best).sort((a, b) => figure(a) - figure(b));
    const said = (row) =>
      `${row.name} ${short(figure(row))}${what.startsWith("making") && repeating.has(row.name) ? ", repeats IDs" : ""}`;
    return [what, `${short(best)} ${unit}`, peers.map(said).join("; ") || "nobody"];
  };
  return [
    ["what", "flakekit's best", "who is ahead"],
    ahead("making an ID, with room in the tick", rows, ({ paced }) => paced, "x Date.now()"),
    ahead("making IDs flat out", rows, ({ full }) => full, "x Date.now()"),
    ahead("decoding an ID, whatever it says", rows, ({ decode }) => decode, "x Date.now()"),
    ahead("process start to first ID", resultsOf("start").rows.firstId, ({ ms }) => ms, "ms"),
    ahead("bundled for a page", resultsOf("features").rows, ({ bundled }) => bundled, "bytes gzipped"),
  ];
}

/** Small numbers as they are, large ones with spaces. */
function short(number) {
  return number < 1000 ? String(number) : grouped(number);
}

function filled(text, [name, [section, table]]) {
  const { about, rows } = resultsOf(section);
  const made = `\`${about.command}\`, ${about.date}, Node ${about.node}, ${about.platform}`;
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(text)) throw new Error(`COMPARE.md has no place for ${name}`);
  return text.replace(place, (_, open, close) => `${open}\n${markdownTable(table(rows))}\n\n${made}\n\n${close}`);
}

writeFileSync(file, Object.entries(tables).reduce(filled, readFileSync(file, "utf8")));
