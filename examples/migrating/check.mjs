// Checks that a format reads the IDs of another package: docs/migrating.md

import { generator } from "flakekit";

/**
 * Throws unless a format reads old IDs as the old code made them, and a new ID sorts after them. Returns their machine numbers.
 *
 * @param options - of the new generator: a machine number that made none of the old IDs
 * @param rows - old IDs, each with its `id`, its `time` in Unix ms, and its `fields` if you know them
 * @param within - by how many ms times may differ: more than 0 for those of a column such as created_at
 */
export function check(format, options, rows, within = 0) {
  const names = format.fields.filter(({ kind }) => kind === "node").map(({ name }) => name);
  const nodeOf = (id) => JSON.stringify(names.map((name) => format.decode(id)[name]));
  const demand = (holds, id, what) => {
    if (!holds) throw new Error(`${id}: ${what}`);
  };
  const made = generator(format, options).next();
  for (const { id, time, fields = {} } of rows) {
    const read = format.decode(id);
    demand(Math.abs(read.timestamp - time) <= within, id, `made at ${read.date.toISOString()}? Is the epoch right?`);
    for (const name of Object.keys(fields)) demand(read[name] === fields[name], id, `${name} is read as ${read[name]}`);
    demand(format.compare(id, made) < 0, id, `the new ID ${made} does not sort after it`);
  }
  const nodes = new Set(rows.map(({ id }) => nodeOf(id)));
  demand(names.length === 0 || !nodes.has(nodeOf(made)), made, `old IDs have its machine number ${nodeOf(made)}`);
  return [...nodes].map((node) => JSON.parse(node));
}
