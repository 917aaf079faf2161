// Prints how the reader judges columns of numbers whose truth is known: npm run populations -- columns --seed 2 --count 200.
// See docs/testing.md.

import { parseArgs } from "node:util";
import { inspectAll } from "flakekit/inspect";
import { NOW, populations, random } from "../vectors/populations.mjs";

/** The lengths of the columns. */
const LENGTHS = [1, 2, 3, 5, 20, 100];

/** The score that people believe. */
const SURE = 0.9;

/** The kinds that are right for a population. An ID of CosId looks like that of any other maker with an epoch of its own. */
const RIGHT = {
  discord: ["discord"],
  x: ["twitter"],
  instagram: ["instagram"],
  mastodon: ["mastodon"],
  tiktok: ["tiktok"],
  "own epoch, 8 machines (README)": ["own"],
  pgEdge: ["pgedge", "own"],
  CosId: ["cosid", "own"],
  "Nextcloud 33": ["nextcloud"],
  NocoBase: ["nocobase"],
  "Unix ns": ["unix"],
  "Unix us": ["unix"],
  FILETIME: ["filetime"],
  "discord, by JSON.parse": ["discord"],
  "x, by JSON.parse": ["twitter"],
  "18 random digits": [],
  "Telegram group": [],
  "order number with a date": [],
  SSCC: [],
};

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "100" },
    only: { type: "string", default: "" },
  },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
const names = Object.keys(populations).filter((name) => name.includes(values.only));

/** The columns of a population: `count` of each length. */
function columns(name) {
  const source = random(seed);
  const draw = () => populations[name](source).text;
  return LENGTHS.flatMap((length) =>
    Array.from({ length: count }, () => ({ name, length, ids: Array.from({ length }, draw) })),
  );
}

/** What the package says of columns. */
const judge = (asked) =>
  asked.map(({ name, length, ids }) => {
    const { candidates, warning, misfits } = inspectAll(ids, { now: NOW, minScore: 0 });
    return { name, length, kinds: candidates.map(({ format, score }) => [format, score]), warning, misfits };
  });

/** The shares of columns: the right kind is first, and with a score of 0.9; a wrong one has such a score; the column is called rounded.
 * Numbers that are no IDs are right if no kind has half of the score. */
function figures(judged) {
  const share = (isMeant) => judged.filter(isMeant).length / judged.length;
  const first = ({ kinds }) => kinds[0] ?? ["", 0];
  const sumOf = ({ name, kinds }) =>
    RIGHT[name].length === 0
      ? 1 - kinds.reduce((sum, [, score]) => sum + score, 0)
      : kinds.filter(([kind]) => RIGHT[name].includes(kind)).reduce((sum, [, score]) => sum + score, 0);
  const isRight = (column) =>
    RIGHT[column.name].length === 0 ? first(column)[1] < sumOf(column) : RIGHT[column.name].includes(first(column)[0]);
  return {
    right: share(isRight),
    sure: share((column) => isRight(column) && sumOf(column) >= SURE),
    wrong: share((column) => !isRight(column) && first(column)[1] >= SURE),
    rounded: share(({ warning }) => warning === "rounded"),
    misfits: judged.reduce((sum, { misfits }) => sum + misfits.length, 0) / judged.length / judged[0].length,
  };
}

const judged = judge(names.flatMap(columns));
const percent = (share) => String(Math.round(share * 100)).padStart(3);
console.log(`seed ${seed}, ${count} columns of ${LENGTHS.join(", ")} IDs: shares in %`);
const titles = ["right first", "at 0.9", "wrong at 0.9", "rounded", "misfits"];
console.log(["population".padEnd(30), ...titles.map((title) => title.padEnd(4 * LENGTHS.length))].join(" | "));
for (const name of names) {
  const rows = LENGTHS.map((length) =>
    figures(judged.filter((column) => column.name === name && column.length === length)),
  );
  const cells = Object.keys(rows[0]).map((figure) =>
    rows
      .map((row) => percent(row[figure]))
      .join(" ")
      .padEnd(24),
  );
  console.log([name.padEnd(30), ...cells].join(" | "));
}
