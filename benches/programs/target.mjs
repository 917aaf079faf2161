// One row of the table of targets: node programs/target.mjs <its place> <rounds>

import { compare } from "../lib/mitata.mjs";
import { rows } from "./rows.mjs";

const [place, rounds] = process.argv.slice(2).map(Number);
const { per, options, work, base } = rows[place];
const { ns, baseNs, ratio } = await compare(work(), base(), { rounds, workOptions: options });
console.log(JSON.stringify({ node: process.versions.node, ns: ns / per, baseNs, ratio: ratio / per }));
