// Measures one row of the table of targets: node programs/target.mjs <index of the row> <rounds>

import { compare } from "../lib/mitata.mjs";
import { rows } from "./rows.mjs";

const [index, rounds] = process.argv.slice(2).map(Number);
const { per, options, work, base } = rows[index];
const { ns, baseNs, ratio } = await compare(work(), base(), { rounds, workOptions: options });
console.log(JSON.stringify({ node: process.versions.node, ns: ns / per, baseNs, ratio: ratio / per }));
