// Writes the tables of COMPARE.md from the results: node benches/compare.mjs
// Each table is between the comments <!-- name --> and <!-- /name -->.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { repeaters, resultsOf } from "./lib/results.mjs";
import { grouped, markdownTable } from "./lib/table.mjs";
import { peers as peerList } from "./peers/list.mjs";
import * as capacity from "./sections/capacity.mjs";
import * as faults from "./sections/faults.mjs";
import * as growth from "./sections/growth.mjs";
import * as peers from "./sections/peers.mjs";
import * as start from "./sections/start.mjs";

const file = fileURLToPath(new URL("../COMPARE.md", import.meta.url));

/** For each table: its sections, and the function that makes the table from their rows. */
const tables = {
  faults: ["faults", faults.table],
  cost: ["peers features start", costTable],
  better: ["peers features start", betterPeers],
  start: ["start", startTable],
  capacity: ["capacity", capacityTable],
  memory: ["growth", growth.memoryTable],
};

/** A table with some of its columns. */
const columns = (rows, wanted) => rows.map((row) => wanted.map((column) => row[column]));

const isFlakekit = ({ name }) => name.startsWith("flakekit");

/** The costs on each version of Node, with the size of a bundle that makes an ID, and the first ID on the newest version. */
function costTable(costs, sizes, { firstId }) {
  const of = (rows, name) => rows.find((row) => row.name === name);
  const packageOf = ({ name, package: from = name }) => from;
  const newest = firstId[0].on.at(-1).node;
  const [head, ...rows] = columns(peers.table(costs), [0, 1, 2, 4, 7]);
  const inOrder = peerList.filter(({ name }) => of(costs, name));
  return [
    [...head, "bytes", `first ID, ms, Node ${newest}`],
    ...rows.map((row, i) => {
      const size = of(sizes, packageOf(inOrder[i]));
      const bytes = size === undefined ? "-" : size.one === undefined ? "needs Node" : grouped(size.one);
      return [...row, bytes, of(firstId, inOrder[i].name)?.on.at(-1).ms ?? "-"];
    }),
  ];
}

/** The peers that are better than the best format of flakekit on a version of Node: the three best of each, and how many. */
function betterPeers(costs, sizes, { firstId }) {
  const repeating = repeaters();
  const ahead = (what, all, figures, unit) => {
    const known = all.filter((row) => figures(row)[0] !== undefined);
    const best = figures(known[0]).map((_, n) => Math.min(...known.filter(isFlakekit).map((row) => figures(row)[n])));
    const isBetter = (row) => !isFlakekit(row) && figures(row).some((figure, n) => figure < best[n]);
    const better = known.filter(isBetter).sort((a, b) => figures(a)[0] - figures(b)[0]);
    const entry = (row) => {
      const repeats = what.startsWith("making") && repeating.has(row.name) ? ", repeats IDs" : "";
      return `${row.name} ${shown(figures(row))}${repeats}`;
    };
    const others = better.length > 4 ? `; ${better.length - 4} more` : "";
    return [what, `${shown(best)} ${unit}`, `${better.slice(0, 4).map(entry).join("; ")}${others}` || "none"];
  };
  const of = (name) => (row) => row.on.map((figures) => figures[name]);
  const nodes = costs[0].on.map(({ node }) => `Node ${node}`).join(" / ");
  return [
    [`what, on ${nodes}`, "flakekit's best", "better peers"],
    ahead("making an ID, paced", costs, of("paced"), "x Date.now()"),
    ahead("making an ID, flat out", costs, of("full"), "x Date.now()"),
    ahead("decoding an ID", costs, of("decode"), "x Date.now()"),
    ahead("first ID, newest Node", firstId, ({ on }) => [on.at(-1).ms], "ms"),
    ahead("size of one generator", sizes, ({ one }) => [one], "bytes gzipped"),
  ];
}

/** The ways to load flakekit for its first ID, on the newest version of Node. */
function startTable({ ways }) {
  return start.waysTable({ ways: ways.map((way) => ({ ...way, on: way.on.slice(-1) })) });
}

/** The capacity by single calls, and by the largest kind of batch. */
function capacityTable(rows) {
  return columns(capacity.table(rows.filter(({ name }) => !name.endsWith(" batch"))), [0, 1, 2, 3, 5]);
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
    return `\`${about.command}\`, ${about.date}, ${node}${about.platform.split(", ").at(-1)}`;
  });
  const hasStars = cells.flat().some((cell) => String(cell).endsWith(" *"));
  const added = results.flatMap(({ rows }) => (Array.isArray(rows) ? rows.filter((row) => row.added) : []));
  const others = added.map(({ added: { command, date } }) => `${hasStars ? "* " : ""}\`${command}\`, ${date}`);
  return { name, text: `${markdownTable(cells)}\n\n${[...new Set([...sources, ...others])].join("; ")}` };
}

let document = readFileSync(file, "utf8");
for (const { name, text } of Object.entries(tables).map(tableOf)) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!place.test(document)) throw new Error(`COMPARE.md has no comments <!-- ${name} --> and <!-- /${name} -->`);
  document = document.replace(place, (_, open, close) => `${open}\n${text}\n\n${close}`);
}
writeFileSync(file, document);
