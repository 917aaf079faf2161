import { type Candidate, type FormatDescription, formats, inspect } from "flakekit";
import { linesOfStdin } from "./input.js";
import { complain, jsonOf, print, quoted, table } from "./output.js";
import { instant, read, UsageError } from "./usage.js";

/** The argument that stands for standard input. */
const STDIN = "-";

export async function inspectIds(args: string[]): Promise<void> {
  const { values, rest } = read(args, { epoch: { type: "string" }, json: { type: "boolean" } });
  const options = values.epoch === undefined ? {} : { epoch: instant(values.epoch) };
  const columns = new Columns();
  for await (const { id, where } of given(rest)) {
    const candidates = inspect(id, options);
    if (candidates.length === 0) {
      complain(`${where}: ${quoted(id)} is no ID of any format known here`);
      process.exitCode = 1;
    } else {
      await print(
        values.json ? `${jsonOf({ id, candidates })}\n` : (columns.row(id, candidates) ?? describe(id, candidates)),
      );
    }
  }
}

/** The IDs from the arguments and from standard input, each with its place for messages. */
async function* given(args: string[]): AsyncGenerator<{ id: string; where: string }> {
  if (args.filter((arg) => arg === STDIN).length > 1) {
    throw new UsageError(`${STDIN} is given more than once, but standard input can only be read once`);
  }
  for (const [i, id] of (args.length > 0 ? args : [STDIN]).entries()) {
    if (id !== STDIN) {
      yield { id, where: `argument ${i + 1}` };
      continue;
    }
    let number = 0;
    for await (const line of linesOfStdin()) {
      number += 1;
      if (line !== "") yield { id: line, where: `line ${number}` };
    }
  }
}

/** Shows IDs with a single candidate as rows of a table. Consecutive IDs of one format share a heading. */
class Columns {
  #format: string | undefined;

  row(id: string, [only, ...others]: Candidate[]): string | undefined {
    const format = formats().find(({ name }) => name === only?.format);
    if (only === undefined || format === undefined || others.length > 0) {
      this.#format = undefined;
      return undefined;
    }
    const fields = columnsOf(format);
    const width = Math.max(id.length, format.name.length);
    const line = (first: string, time: string, cells: (name: string) => string): string => {
      const padded = fields.map(([name, digits]) => cells(name).padStart(Math.max(name.length, digits)));
      return `${[first.padEnd(width), time.padEnd(24), ...padded].join("  ")}\n`;
    };
    const row = line(id, only.date?.toISOString() ?? "-", (name) => String(only.fields[name]));
    const heading = this.#format === format.name ? "" : line(format.name, "time", (name) => name);
    this.#format = format.name;
    return heading + row;
  }
}

/** The columns of a format's fields, with the number of digits of the largest number; the toggle comes last. */
function columnsOf({ fields }: FormatDescription): [name: string, digits: number][] {
  const shown = fields.filter(({ kind }) => kind !== "time");
  const ordered = [...shown.filter(({ kind }) => kind !== "toggle"), ...shown.filter(({ kind }) => kind === "toggle")];
  const named = ordered.flatMap((field) => [field, ...field.parts]);
  return named.map(({ name, bits }) => [name, String(2 ** bits - 1).length]);
}

function describe(id: string, candidates: Candidate[]): string {
  const rows = candidates.map(({ format, score, fit, reasons, date, fields }) => {
    const said = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
    const percent = `${(score * 100).toFixed(1).padStart(5)} %`;
    return ["", percent, format, date?.toISOString() ?? "-", said.join(", "), [fit, ...reasons].join("; ")];
  });
  return `${id}\n${table(rows)}`;
}
