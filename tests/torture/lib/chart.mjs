// The chart of a run: how many IDs were made, the share of time in which children could make IDs, and the times of
// faults.

const WIDTH = 1200;
const LEFT = 230;
const RIGHT = 150;
const PLOT = WIDTH - LEFT - RIGHT;

const TITLE = 66;
const IDS_HEIGHT = 180;
const ABLE_HEIGHT = 70;
const SPACE = 34;
const LANE = 17;
const AXIS = 40;

/** The narrowest bar of a fault. */
const BAR = 1.5;

/** Steps between the marks of an axis. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/**
 * The SVG of a run.
 *
 * @param run - `title`, `subtitle`, `spanMs`, `spans` (`{ ids, able }`, where `able` is a share), `lanes` (`{ name, count, faults,
 * isOfEngine }`, where faults are `{ start, end }` in ms since the beginning)
 */
export function chartOf({ title, subtitle, spanMs, spans, lanes }) {
  const ms = spanMs * spans.length;
  const x = (at) => LEFT + (PLOT * at) / ms;
  const perSecond = spans.map(({ ids }) => (ids * 1000) / spanMs);
  const ableTop = TITLE + IDS_HEIGHT + SPACE;
  const lanesTop = ableTop + ABLE_HEIGHT + SPACE;
  const bottom = lanesTop + lanes.length * LANE;
  const top = niceAbove(Math.max(1, ...perSecond));
  const parts = [
    text(LEFT, 22, title, 'class="title"'),
    text(LEFT, 40, subtitle),
    text(LEFT, TITLE - 6, "IDs per second"),
    ...area({
      values: perSecond.map((value) => value / top),
      x,
      spanMs,
      y: TITLE,
      height: IDS_HEIGHT,
      color: "#2563eb",
    }),
    ...marks(TITLE, IDS_HEIGHT, [0, top / 2, top], (value) => value / top, short),
    text(LEFT, ableTop - 6, "children that could make IDs"),
    ...area({ values: spans.map(({ able }) => able), x, spanMs, y: ableTop, height: ABLE_HEIGHT, color: "#16a34a" }),
    ...marks(
      ableTop,
      ABLE_HEIGHT,
      [0, 1],
      (value) => value,
      (value) => `${100 * value} %`,
    ),
    text(LEFT, lanesTop - 6, "faults"),
    ...lanes.flatMap((lane, i) => drawLane(lane, lanesTop + i * LANE, x, i)),
    ...times(ms, x, bottom),
  ];
  const height = bottom + AXIS;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">
<style>text { font: 12px sans-serif; fill: #333 } .title { font: bold 15px sans-serif } .end { text-anchor: end } .middle { text-anchor: middle }</style>
<rect width="${WIDTH}" height="${height}" fill="white"/>
${parts.join("\n")}
</svg>
`;
}

function text(x, y, words, attributes = "") {
  const escaped = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escaped}</text>`;
}

/** Steps, each as wide as a span. */
function area({ values, x, spanMs, y, height, color }) {
  const base = y + height;
  const points = values.flatMap((value, i) => {
    const at = round(base - Math.min(1, value) * height);
    return [`${round(x(i * spanMs))},${at}`, `${round(x((i + 1) * spanMs))},${at}`];
  });
  const line = [`${LEFT},${base}`, ...points, `${LEFT + PLOT},${base}`].join(" ");
  return [`<polygon points="${line}" fill="${color}" fill-opacity="0.25" stroke="${color}"/>`];
}

/** Lines at some values, with the values as texts. */
function marks(y, height, values, share, words) {
  return values.flatMap((value) => {
    const at = round(y + height * (1 - share(value)));
    return [
      `<line x1="${LEFT}" x2="${LEFT + PLOT}" y1="${at}" y2="${at}" stroke="#ccc" stroke-dasharray="2 3"/>`,
      text(LEFT - 6, at + 4, words(value), 'class="end"'),
    ];
  });
}

function drawLane({ name, count, faults, isOfEngine }, y, x, i) {
  const background =
    i % 2 === 0 ? [`<rect x="${LEFT}" y="${y}" width="${PLOT}" height="${LANE}" fill="#f4f4f5"/>`] : [];
  const color = isOfEngine ? "#dc2626" : "#a16207";
  const bars = faults.map(({ start, end }) => {
    const width = Math.max(BAR, x(end) - x(start));
    return `<rect x="${round(x(start))}" y="${y + 3}" width="${round(width)}" height="${LANE - 6}"/>`;
  });
  return [
    ...background,
    `<g fill="${color}" fill-opacity="0.7">${bars.join("")}</g>`,
    text(LEFT - 6, y + LANE - 4, name, 'class="end"'),
    text(LEFT + PLOT + 6, y + LANE - 4, String(count)),
  ];
}

/** The axis of time. */
function times(ms, x, y) {
  const unit = ms > 180_000 ? { ms: 60_000, name: "minutes" } : { ms: 1_000, name: "seconds" };
  const step = niceAbove(ms / unit.ms / 12);
  const parts = [text(LEFT + PLOT, y + 32, unit.name, 'class="end"')];
  for (let at = 0; at <= ms / unit.ms; at += step) {
    const place = round(x(at * unit.ms));
    parts.push(`<line x1="${place}" x2="${place}" y1="${y}" y2="${y + 4}" stroke="#333"/>`);
    parts.push(text(place, y + 16, String(Number(at.toFixed(2))), 'class="middle"'));
  }
  return parts;
}

/** The smallest of the steps, times a power of ten, that is not below a value. */
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return STEPS.map((step) => step * power).find((step) => step >= value * 0.999_999);
}

function short(value) {
  if (value >= 1e6) return `${value / 1e6} million`;
  return String(value).replace(/\B(?=(\d{3})+$)/g, " ");
}

function round(value) {
  return Math.round(value * 10) / 10;
}
