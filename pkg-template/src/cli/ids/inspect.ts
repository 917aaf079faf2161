// Lists the formats that could have made an ID.

import { formats } from "flakekit";
import { type Candidate, inspect, scan } from "flakekit/inspect";
import { bitsOf, bytesOf, spanOf } from "./bits.js";
import { entriesOf } from "./entries.js";
import { type Likeness, MAX_ID_LENGTH } from "./entry.js";
import { type Io, jsonOf, quoted, table } from "../io/index.js";
import { type Id, printEach, Problem } from "./print.js";
import { several } from "./find.js";
import { inspectOptions, onlyFormat } from "./options.js";
import { findFormat, type Given, UsageError } from "../words/index.js";
import { Rows } from "./rows.js";
import { Together } from "./together.js";
import { Watch } from "./watch.js";

export async function inspectIds(io: Io, given: Given): Promise<void> {
  const { values, rest, beforeDashes } = given;
  refuseFormat(rest, beforeDashes);
  const only = values.format === undefined ? undefined : onlyFormat(String(values.format));
  const options = { ...inspectOptions(values), kinds: only?.kinds };
  const candidatesOf = (id: Id): Candidate[] => inspect(id, { ...options, minScore: 0 });
  const rows = new Rows(io, (format) => (format.native === "string" ? [["bytes", HEX_OF_SNO]] : []));
  const watch = new Watch();
  const together = new Together();
  const entries = entriesOf(io, given, rest, 1, (text) => likenessOf(candidatesOf(text)));
  try {
    await printEach<Candidate[]>(io, entries, {
      read: (ids) => (position) => {
        const id = ids[position] as Id;
        const candidates = candidatesOf(id);
        if (candidates.length > 0) return candidates;
        // A longer line was cut.
        const found = typeof id === "string" && id.length < MAX_ID_LENGTH ? scan(id, options) : [];
        if (found.length > 1) return several(String(id), found);
        return new Problem(`${quoted(String(id))} is no ID of ${only?.name ?? "any format known here"}`);
      },
      write: (entry, candidates) => {
        watch.see(entry, candidates);
        together.see(entry.id);
        const { id, line, path, isEmpty } = entry;
        if (isEmpty === true && values.json === true) return `${jsonOf({ line, path, id: null })}\n`;
        if (candidates === undefined || candidates instanceof Problem) return "";
        const text = String(id);
        if (values.json) {
          return `${jsonOf({ line, path, id, candidates: candidates.map((one) => inFull(one, text, values.bits === true)) })}\n`;
        }
        const shown = rowOf(rows, text, candidates) ?? describe(io, text, candidates, only !== undefined);
        if (values.bits !== true) return shown;
        rows.interrupt();
        return shown + bitsIn(io, candidates);
      },
    });
  } finally {
    watch.report(io);
    if (values.json !== true) together.report(io, options);
  }
}

/** A candidate with its bytes, its bits, and the IDs that it can have been. */
function inFull(candidate: Candidate, text: string, hasBits: boolean): object {
  const bits = hasBits ? bitsOf(candidate) : undefined;
  return {
    ...candidate,
    bytes: bytesOf(candidate),
    bits: bits && Object.fromEntries(bits),
    ...(isDamaged(candidate) && spanOf(candidate, text)),
  };
}

/** Whether the digits with the fields are lost: see the reason `Lost` of the crate. */
const isDamaged = ({ reasons }: Candidate): boolean => reasons.some((reason) => reason.endsWith(" digits are lost"));

/** The bits of the likeliest candidate, a line for each field. */
function bitsIn(io: Io, candidates: readonly Candidate[]): string {
  const [likeliest] = candidates;
  const bits = likeliest && bitsOf(likeliest);
  if (bits === undefined) return "";
  return table(
    io,
    bits.map(([name, bits]) => ["", name, String(bits.length), bits]),
    { heading: false },
  );
}

/** From this score on, a text is rather an ID than not. */
const LIKELY = 0.5;

function likenessOf(candidates: readonly Candidate[]): Likeness {
  if (candidates.length === 0) return "no ID";
  return candidates.some(({ fit, score }) => fit === "plausible" && score >= LIKELY) ? "likely" : "unlikely";
}

/** Refuses the name of a format in place of the first ID, because few users mean it as an ID. */
function refuseFormat([first, ...ids]: readonly string[], beforeDashes: number): void {
  const format = first === undefined || beforeDashes === 0 ? undefined : findFormat(first);
  if (format === undefined) return;
  const decode = ["flakekit decode", format.name, ...ids.slice(0, 1)].join(" ");
  throw new UsageError(`${first} is a format; to read its IDs, use ${decode} (if it is an ID, give it after --)`);
}

/** The row of an ID of a format of this package, if nothing else is worth a line. */
function rowOf(rows: Rows, id: string, [only, ...others]: Candidate[]): string | undefined {
  const format = formats().find(({ name }) => name === only?.format);
  if (only !== undefined && format !== undefined && others.every(({ score }) => score < SHOWN)) {
    return rows.row(format, id, only.date, { ...only.fields, bytes: bytesOf(only) });
  }
  rows.interrupt();
  return undefined;
}

function describe(io: Io, id: string, candidates: Candidate[], isFiltered: boolean): string {
  const rows = candidates.map((candidate) => {
    const { format, score, fit, reasons, date, fields } = candidate;
    const bytes = bytesOf(candidate);
    const span = isDamaged(candidate) ? spanOf(candidate, id) : undefined;
    const said = Object.entries({ ...fields, ...(bytes && { bytes }) }).map(([name, value]) => `${name} ${value}`);
    if (span !== undefined) said.push(`${span.min} to ${span.max}`);
    const cells = [format, date?.toISOString() ?? "-", said.join(", "), [fit, ...reasons].join("; ")];
    return { score, cells, isDim: fit === "unlikely" };
  });
  const rest = 1 - candidates.reduce((sum, { score }) => sum + score, 0);
  // The score that is left may be the largest of all, as for a word or a small number.
  if (!isFiltered && rest >= SHOWN) rows.push({ score: rest, cells: ["none of these"], isDim: false });
  rows.sort((a, b) => b.score - a.score);
  const cells = rows.map(({ score, cells }) => ["", `${(score * 100).toFixed(1).padStart(5)} %`, ...cells]);
  return `${id}\n${table(io, cells, { heading: false, isDim: (row) => rows[row]?.isDim === true })}`;
}

/** The length of the bytes of a sno in hex. */
const HEX_OF_SNO = 20;

/** Smaller scores are printed as 0.0 %. */
const SHOWN = 0.0005;
