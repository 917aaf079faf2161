// Writes the tables of COMPARE.md from the results: node benches/compare.mjs
// Each table is between the comments <!-- name --> and <!-- /name -->.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { repeaters, resultsOf } from "./lib/results.mjs";
import { grouped, markdownTable } from "./lib/table.mjs";
import * as capacity from "./sections/capacity.mjs";
import * as faults from "./sections/faults.mjs";
import * as features from "./sections/features.mjs";
import * as growth from "./sections/growth.mjs";
import * as leases from "./sections/leases.mjs";
import * as native from "./sections/native.mjs";
import * as peers from "./sections/peers.mjs";
import * as serve from "./sections/serve.mjs";
import * as start from "./sections/start.mjs";
import * as targets from "./sections/targets.mjs";

const file = fileURLToPath(new URL("../COMPARE.md", import.meta.url));

/** For each table: its section, and the function that makes the table from the section's rows. */
const tables = {
  features: ["features", features.table],
  faults: ["faults", faults.table],
  machines: ["faults", faults.machineTable],
  speed: ["peers", (rows) => peers.table(rows, 0)],
  "speed newest": ["peers", (rows) => peers.table(rows, 1)],
  start: ["start", start.firstTable],
  ways: ["start", start.waysTable],
  calls: ["start", start.callsTable],
  targets: ["targets", targets.table],
  capacity: ["capacity", capacity.table],
  batches: ["growth", growth.batchTable],
  memory: ["growth", growth.memoryTable],
  leases: ["leases", leases.callsTable],
  "first lease": ["leases", leases.firstTable],
  serve: ["serve", serve.table],
  native: ["native", native.table],
  better: ["peers", betterPeers],
};

const isFlakekit = ({ name }) => name.startsWith("flakekit");

/** Lists the peers that are better than the best format of flakekit. */
function betterPeers(rows) {
  const repeating = repeaters();
  const ahead = (what, all, figure, unit) => {
    const known = all.filter((row) => figure(row) !== undefined);
    const best = Math.min(...known.filter(isFlakekit).map(figure));
    const peers = known.filter((row) => !isFlakekit(row) && figure(row) < best).sort((a, b) => figure(a) - figure(b));
    const entry = (row) =>
      `${row.name} ${short(figure(row))}${what.startsWith("making") && repeating.has(row.name) ? ", repeats IDs" : ""}`;
    return [what, `${short(best)} ${unit}`, peers.map(entry).join("; ") || "none"];
  };
  const { firstId } = resultsOf("start").rows;
  const onNode = ({ node }, n) => [
    ahead(`making an ID, paced, Node ${node}`, rows, ({ on }) => on[n].paced, "x Date.now()"),
    ahead(`making an ID, flat out, Node ${node}`, rows, ({ on }) => on[n].full, "x Date.now()"),
    ahead(`decoding an ID, Node ${node}`, rows, ({ on }) => on[n].decode, "x Date.now()"),
    ahead(`first ID of a process, over bare Node ${firstId[0].on[n].node}`, firstId, ({ on }) => on[n].ms, "ms"),
  ];
  return [
    ["what", "flakekit's best", "better peers"],
    ...rows[0].on.flatMap(onNode),
    ahead("size of a bundle", resultsOf("features").rows, ({ bundled }) => bundled, "bytes gzipped"),
  ];
}

/** Groups the digits of numbers from 1000 on. */
function short(number) {
  return number < 1000 ? String(number) : grouped(number);
}

function insertTable(text, [name, [section, table]]) {
  const { about, rows } = resultsOf(section);
  const cells = table(rows);
  // Tables of several versions name them in their heads.
  const node = cells[0].some((cell) => cell.includes("Node ")) ? "" : `Node ${about.node}, `;
  const source = `\`${about.command}\`, ${about.date}, ${node}${about.platform}`;
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(text)) throw new Error(`COMPARE.md has no comments <!-- ${name} --> and <!-- /${name} -->`);
  return text.replace(place, (_, open, close) => `${open}\n${markdownTable(cells)}\n\n${source}\n\n${close}`);
}

writeFileSync(file, Object.entries(tables).reduce(insertTable, readFileSync(file, "utf8")));
