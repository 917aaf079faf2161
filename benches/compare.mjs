// Writes the tables of COMPARE.md, and of benches/README.md, from the results: node benches/compare.mjs
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
import * as many from "./sections/many.mjs";
import * as native from "./sections/native.mjs";
import * as peers from "./sections/peers.mjs";
import * as serve from "./sections/serve.mjs";
import * as start from "./sections/start.mjs";
import * as targets from "./sections/targets.mjs";

const files = ["../COMPARE.md", "README.md"].map((name) => fileURLToPath(new URL(name, import.meta.url)));

/** For each table: its sections, and the function that makes the table from their rows. */
const tables = {
  faults: ["faults", faults.table],
  speed: ["peers", peers.table],
  "start and size": ["features start", features.table],
  ways: ["start", start.waysTable],
  calls: ["start", start.callsTable],
  targets: ["targets", targets.table],
  capacity: ["capacity", capacity.table],
  batches: ["growth", growth.batchTable],
  memory: ["growth", growth.memoryTable],
  many: ["many", many.table],
  leases: ["leases", leases.callsTable],
  "first lease": ["leases", leases.firstTable],
  serve: ["serve", serve.table],
  native: ["native", native.table],
  better: ["peers", betterPeers],
};

const isFlakekit = ({ name }) => name.startsWith("flakekit");

/** Lists the peers that are better than the best format of flakekit on a version of Node, with the figures on each. */
function betterPeers(rows) {
  const repeating = repeaters();
  const ahead = (what, all, figures, unit, isShown = true) => {
    const known = all.filter((row) => figures(row)[0] !== undefined);
    const best = figures(known[0]).map((_, n) => Math.min(...known.filter(isFlakekit).map((row) => figures(row)[n])));
    const isBetter = (row) => !isFlakekit(row) && figures(row).some((figure, n) => figure < best[n]);
    const peers = known.filter(isBetter).sort((a, b) => figures(a)[0] - figures(b)[0]);
    const entry = (row) => {
      const repeats = what.startsWith("making") && repeating.has(row.name) ? ", repeats IDs" : "";
      return `${row.name}${isShown ? ` ${shown(figures(row))}` : ""}${repeats}`;
    };
    return [what, `${shown(best)} ${unit}`, peers.map(entry).join("; ") || "none"];
  };
  const { firstId } = resultsOf("start").rows;
  const of = (name) => (row) => row.on.map((figures) => figures[name]);
  const nodes = rows[0].on.map(({ node }) => `Node ${node}`).join(" / ");
  const sizes = resultsOf("features").rows;
  return [
    [`what, on ${nodes}`, "flakekit's best", "better peers"],
    ahead("making an ID, paced", rows, of("paced"), "x Date.now()"),
    ahead("making an ID, flat out", rows, of("full"), "x Date.now()"),
    ahead("decoding an ID", rows, of("decode"), "x Date.now()"),
    ahead("first ID of a process", firstId, of("ms"), "ms", false),
    ahead("size of all exports", sizes, ({ bundled }) => [bundled], "bytes gzipped", false),
    ahead("size of one generator", sizes, ({ one }) => [one], "bytes gzipped", false),
  ];
}

/** Figures with their digits in groups from 1000 on. */
function shown(figures) {
  return figures.map((figure) => (figure < 1000 ? String(figure) : grouped(figure))).join(" / ");
}

function tableOf([name, [sections, table]]) {
  const results = sections.split(" ").map(resultsOf);
  const cells = table(...results.map(({ rows }) => rows));
  // Tables of several versions of Node name the versions in their heads.
  const hasNode = cells[0].some((cell) => cell.includes("Node "));
  const sources = results.map(({ about }) => {
    const node = hasNode ? "" : `Node ${about.node}, `;
    return `\`${about.command}\`, ${about.date}, ${node}${about.platform}`;
  });
  const hasStars = cells.flat().some((cell) => String(cell).endsWith(" *"));
  const added = results.flatMap(({ rows }) => (hasStars ? rows.filter((row) => row.added) : []));
  const others = added.map(({ added: { command, date } }) => `* \`${command}\`, ${date}`);
  return { name, text: `${markdownTable(cells)}\n\n${[...new Set([...sources, ...others])].join("; ")}` };
}

const texts = files.map((file) => readFileSync(file, "utf8"));
for (const { name, text } of Object.entries(tables).map(tableOf)) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  const at = texts.findIndex((document) => place.test(document));
  if (at < 0) throw new Error(`no document has the comments <!-- ${name} --> and <!-- /${name} -->`);
  texts[at] = texts[at].replace(place, (_, open, close) => `${open}\n${text}\n\n${close}`);
}
for (const [i, file] of files.entries()) writeFileSync(file, texts[i]);
