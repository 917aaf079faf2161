// The tables that `npm start` prints: an ID of every format made now, and published IDs with their dates.

/** The number of every node field. */
const NODE = 3;
/** The epoch for formats without an epoch. */
const EPOCH = "2024-01-01T00:00:00Z";

/** IDs that their services or specifications published, when they were made, and the options that read them. */
const PUBLISHED = [
  ["twitter", "1541815603606036480", "2022-06-28T16:07:40.105Z"],
  ["twitter", "1859982040506564608", "2024-11-22T15:27:29.909Z"],
  ["discord", "175928847299117063", "2016-04-30T11:18:25.796Z"],
  ["instagram", "11637205501278089", "2011-09-09T22:28:04.721Z"],
  ["uid60", "xinaS8QBh", "2019-07-03T18:45:04.129Z", { short: true }],
];

function fieldsOf({ timestamp, date, ...fields }) {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** The rows of a table: its heads, then an ID of every format. */
export function madeNow(flakekit) {
  const rows = flakekit.formats().map((builtIn) => {
    const format = builtIn.epoch === null ? flakekit.withOptions(builtIn, { epoch: EPOCH }) : builtIn;
    const nodes = format.fields.filter(({ kind }) => kind === "node").map(({ name }) => [name, NODE]);
    const id = flakekit.generator(format, Object.fromEntries(nodes)).next();
    const decoded = format.decode(id);
    return [format.name, String(id), format.toText(id), decoded.date.toISOString(), fieldsOf(decoded)];
  });
  return [["made now", "ID", "text", "time", "fields"], ...rows];
}

/** The rows of a table: its heads, then each published ID. A wrong time is marked as WRONG. */
export function published(flakekit) {
  const rows = PUBLISHED.map(([name, text, expected, options]) => {
    const decoded = flakekit[name].decode(text, options);
    const time = decoded.date.toISOString();
    return [name, text, time, time === expected ? "as published" : `WRONG: published ${expected}`, fieldsOf(decoded)];
  });
  return [["published", "ID", "time", "", "fields"], ...rows];
}
