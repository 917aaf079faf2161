import { stderr, stdin } from "node:process";
import { createInterface } from "node:readline";
import { type Candidate, type FormatDescription, formats, inspect } from "flakekit";
import { jsonOf, print, table } from "./output.js";
import { instant, read } from "./usage.js";

export async function inspectIds(args: string[]): Promise<void> {
  const { values, rest } = read(args, { epoch: { type: "string" }, json: { type: "boolean" } });
  const options = values.epoch === undefined ? {} : { epoch: instant(values.epoch) };
  const fromStdin = rest.length === 0 || (rest.length === 1 && rest[0] === "-");
  const columns = new Columns();
  let number = 0;
  for await (const id of fromStdin ? createInterface({ input: stdin }) : rest) {
    number += 1;
    if (fromStdin && id === "") continue;
    const candidates = inspect(id, options);
    if (candidates.length === 0) {
      const where = fromStdin ? "line" : "argument";
      const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
      stderr.write(`flakekit: ${where} ${number}: '${shown}' is no ID of any format known here\n`);
      process.exitCode = 1;
    } else {
      await print(
        values.json ? `${jsonOf({ id, candidates })}\n` : (columns.row(id, candidates) ?? describe(id, candidates)),
      );
    }
  }
}

/**
 * IDs that can be of one format alone, as rows of one table under a heading; so many IDs of one kind
 * can be read down a column.
 */
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

/** The fields of a format that stand in columns, with the digits of their largest number; the toggle last. */
function columnsOf({ fields }: FormatDescription): [name: string, digits: number][] {
  const shown = fields.filter(({ kind }) => kind !== "time");
  const ordered = [...shown.filter(({ kind }) => kind !== "toggle"), ...shown.filter(({ kind }) => kind === "toggle")];
  const named = ordered.flatMap((field) => [field, ...field.parts]);
  return named.map(({ name, bits }) => [name, String(2 ** bits - 1).length]);
}

function describe(id: string, candidates: Candidate[]): string {
  const rows = candidates.map(({ format, fit, reason, date, fields }) => {
    const said = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
    return ["", format, date?.toISOString() ?? "-", said.join(", "), `${fit}: ${reason}`];
  });
  return `${id}\n${table(rows)}`;
}
