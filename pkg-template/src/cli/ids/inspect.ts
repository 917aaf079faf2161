// Lists the formats that could have made an ID.

import { formats } from "flakekit";
import { type Candidate, inspect } from "flakekit/inspect";
import { entriesOf } from "./entries.js";
import type { Likeness } from "./entry.js";
import { type Io, jsonOf, quoted, table } from "../io/index.js";
import { type Id, printEach, Problem } from "./print.js";
import { findFormat, FOREIGN_NAMES, type Given, instant, plain, requiredFormat, UsageError } from "../words/index.js";
import { Rows } from "./rows.js";

export async function inspectIds(io: Io, given: Given): Promise<void> {
  const { values, rest, beforeDashes } = given;
  refuseFormat(rest, beforeDashes);
  const options = values.epoch === undefined ? {} : { epoch: instant(values.epoch) };
  // This call refuses a wrong epoch before any input is read.
  inspect("0", options);
  const only = values.format === undefined ? undefined : onlyFormat(String(values.format));
  const candidatesOf = (id: Id): Candidate[] =>
    inspect(id, options).filter(({ format }) => only === undefined || only.accepts(format));
  const rows = new Rows(io);
  const entries = entriesOf(io, given, rest, 1, (text) => likenessOf(candidatesOf(text)));
  await printEach<Candidate[]>(io, entries, {
    read: (ids) => (position) => {
      const id = ids[position] as Id;
      const candidates = candidatesOf(id);
      if (candidates.length > 0) return candidates;
      return new Problem(`${quoted(String(id))} is no ID of ${only?.name ?? "any format known here"}`);
    },
    write: ({ id, line }, candidates) => {
      if (candidates === undefined || candidates instanceof Problem) return "";
      if (values.json) return `${jsonOf({ line, id, candidates })}\n`;
      return rowOf(rows, String(id), candidates) ?? describe(io, String(id), candidates);
    },
  });
}

function likenessOf(candidates: readonly Candidate[]): Likeness {
  if (candidates.length === 0) return "no ID";
  return candidates.some(({ fit }) => fit === "plausible") ? "likely" : "unlikely";
}

/** Refuses the name of a format in place of the first ID, because few users mean it as an ID. */
function refuseFormat([first, ...ids]: readonly string[], beforeDashes: number): void {
  const format = first === undefined || beforeDashes === 0 ? undefined : findFormat(first);
  if (format === undefined) return;
  const decode = ["flakekit decode", format.name, ...ids.slice(0, 1)].join(" ");
  throw new UsageError(`${first} is a format; to read its IDs, use ${decode} (if it is an ID, give it after --)`);
}

/** The candidates that a name of a format selects. */
function onlyFormat(name: string): { name: string; accepts: (format: string) => boolean } {
  const foreign = FOREIGN_NAMES.find((known) => plain(known) === plain(name));
  if (foreign === undefined) {
    const format = requiredFormat(name);
    return { name: format.name, accepts: (candidate) => candidate === format.name };
  }
  return { name: foreign, accepts: (candidate) => candidate === foreign || candidate.startsWith(`${foreign} `) };
}

/** The row of an ID with a single candidate, which is of a format of this package. */
function rowOf(rows: Rows, id: string, [only, ...others]: Candidate[]): string | undefined {
  const format = formats().find(({ name }) => name === only?.format);
  if (only !== undefined && format !== undefined && others.length === 0) {
    return rows.row(format, id, only.date, only.fields);
  }
  rows.interrupt();
  return undefined;
}

function describe(io: Io, id: string, candidates: Candidate[]): string {
  const rows = candidates.map(({ format, score, fit, reasons, date, fields }) => {
    const said = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
    const percent = `${(score * 100).toFixed(1).padStart(5)} %`;
    return ["", percent, format, date?.toISOString() ?? "-", said.join(", "), [fit, ...reasons].join("; ")];
  });
  return `${id}\n${table(io, rows, { heading: false, isDim: (row) => candidates[row]?.fit === "unlikely" })}`;
}
