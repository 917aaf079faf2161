// Draws chart.svg from results/peers.json and results/faults.json: node benches/chart.mjs

import { writeFileSync } from "node:fs";
import { repeaters, resultsOf } from "./lib/results.mjs";

const { rows } = resultsOf("peers");
const peers = [...rows].sort((a, b) => a.on[0].paced - b.on[0].paced);
const [older, newest] = rows[0].on.map(({ node }) => node);
const repeating = repeaters();

const WIDTH = 760;
const ROW = 22;
const TOP = 64;
const [LEFT, RIGHT] = [230, 650];
const BOTTOM = TOP + peers.length * ROW;
const HEIGHT = BOTTOM + 64;

/** The ticks of a logarithmic scale, because the costs differ by a factor of more than 100. */
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200];
const [LEAST, MOST] = [1, Math.max(200, ...peers.flatMap(({ on }) => on.map(({ paced }) => paced)))];
const x = (ratio) => LEFT + ((RIGHT - LEFT) * Math.log(Math.max(ratio, LEAST) / LEAST)) / Math.log(MOST / LEAST);

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function tick(ratio) {
  return `<path class="grid" d="M${x(ratio).toFixed(1)} ${TOP - 6}V${BOTTOM}"/>
<text class="soft" x="${x(ratio).toFixed(1)}" y="${BOTTOM + 16}" text-anchor="middle">${ratio}x</text>`;
}

function row(peer, index) {
  const y = TOP + index * ROW + ROW / 2;
  const [end, second] = peer.on.map(({ paced }) => x(paced).toFixed(1));
  const kind = `${peer.name.startsWith("flakekit") ? "own" : "peer"}${repeating.has(peer.name) ? " repeats" : ""}`;
  return `<g class="${kind}"><text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escaped(peer.name)}</text>
<path class="stem" d="M${LEFT} ${y}H${end}"/><circle cx="${end}" cy="${y}" r="5"/><path class="mark" d="M${second} ${y - 8}v16"/>
<text class="soft" x="${Math.max(Number(end), Number(second)) + 12}" y="${y + 4}">${peer.on.map(({ paced }) => `${paced}x`).join(", ")}</text></g>`;
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">The cost of an ID, as a multiple of reading the clock</title>
<style>
svg { color: #1f2328; --own: #0969da; --peer: #6e7781; --bad: #bc4c00; --back: #ffffff; }
@media (prefers-color-scheme: dark) { svg { color: #e6edf3; --own: #58a6ff; --peer: #8b949e; --bad: #f0883e; --back: #0d1117; } }
text { font: 12px system-ui, sans-serif; fill: currentColor; }
.head { font-size: 15px; font-weight: 600; }
.soft { opacity: 0.75; }
.grid { stroke: currentColor; opacity: 0.15; }
.stem { stroke: var(--peer); stroke-width: 2; opacity: 0.5; }
circle { fill: var(--peer); stroke: var(--peer); stroke-width: 2; }
.mark { stroke: var(--peer); stroke-width: 2; }
.own .mark { stroke: var(--own); }
.own text { font-weight: 600; }
.own circle { fill: var(--own); stroke: var(--own); }
.own .stem { stroke: var(--own); }
.repeats circle { fill: var(--back); stroke: var(--bad); }
.repeats .stem, .repeats .mark { stroke: var(--bad); }
</style>
<text class="head" x="16" y="24">The cost of an ID, as a multiple of reading the clock</text>
<text class="soft" x="16" y="44">bursts of 64 IDs that fit into a tick; dots: Node ${older}, lines: Node ${newest}; less is better</text>
${TICKS.map(tick).join("\n")}
${peers.map(row).join("\n")}
<g class="repeats"><circle cx="24" cy="${BOTTOM + 42}" r="5"/><text x="36" y="${BOTTOM + 46}">repeats IDs in a tight loop, with a generator for each ID, or when the clock stands still or goes back</text></g>
</svg>
`;
writeFileSync(new URL("chart.svg", import.meta.url), svg);
