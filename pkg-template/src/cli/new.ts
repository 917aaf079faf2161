import { performance } from "node:perf_hooks";
import { stderr } from "node:process";
import * as flakekit from "flakekit";
import type { AnyFormatWithEpoch, AnyId, FieldKind, FormatDescription } from "flakekit";
import { jsonOf, print, quoted } from "./output.js";
import { formatNamed, kebab, read, textWriter, UsageError, withEpoch, WRITE_OPTIONS } from "./usage.js";

/** How many IDs are made at a time. Limits the memory that many IDs take. */
const CHUNK = 1000;

/** The ms after which progress is first shown. */
const PROGRESS_DELAY = 2000;
/** The ms between two updates of the progress. */
const PROGRESS_INTERVAL = 200;

/** The options of all formats. Which format is wanted is known only after the arguments have been parsed. */
const FIELD_OPTIONS = Object.fromEntries(
  flakekit.formats().flatMap((format) => givenFields(format).map((name) => [kebab(name), { type: "string" as const }])),
);

export async function makeIds(args: string[]): Promise<void> {
  const { values, rest } = read(args, { ...FIELD_OPTIONS, ...WRITE_OPTIONS, count: { type: "string", short: "n" } });
  const [name, ...more] = rest;
  const named = formatNamed(name);
  if (more.length > 0) throw new UsageError(`new takes one format, and was given ${rest.length}: ${rest.join(" ")}`);
  const allowed = givenFields(named).map(kebab);
  const foreign = Object.keys(values).find((option) => option in FIELD_OPTIONS && !allowed.includes(option));
  if (foreign !== undefined) {
    const options = allowed.map((option) => `--${option}`).join(", ") || "no fields to give";
    throw new UsageError(`--${foreign} is no option of ${named.name}, which has ${options}`);
  }

  const format = withEpoch(named, values.epoch);
  const count = wholeNumber("-n", values.count ?? "1");
  if (count > Number.MAX_SAFE_INTEGER) {
    throw new UsageError(`-n is ${values.count}; it must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  }
  const present = (names: string[]): string[] => names.filter((name) => values[kebab(name)] !== undefined);
  const number = (name: string): number => wholeNumber(`--${kebab(name)}`, values[kebab(name)]);
  const nodes = present(namesOf(named, "node"));
  const ids = format.generator(Object.fromEntries(nodes.map((name) => [name, number(name)])));
  const metadata = present(namesOf(named, "metadata")).map(number);
  const text = textWriter(format, values);
  const line = values.json ? (id: AnyId) => jsonLine(format, id, text) : text;

  const progress = new Progress(count);
  for (let made = 0; made < count;) {
    const chunk = ids.batch(Math.min(CHUNK, count - made), ...metadata);
    await print(`${Array.from(chunk, line).join("\n")}\n`);
    made += chunk.length;
    progress.show(made);
  }
  progress.end();
}

function jsonLine(format: AnyFormatWithEpoch, id: AnyId, text: (id: AnyId) => string): string {
  return jsonOf({ id: text(id), format: format.name, ...format.decode(id) });
}

/** The names of the fields of a kind and of their parts. */
function namesOf({ fields }: FormatDescription, kind: FieldKind): string[] {
  const wanted = fields.filter((field) => field.kind === kind);
  return wanted.flatMap((field) => [field.name, ...field.parts.map((part) => part.name)]);
}

/** The names of the fields and parts that a user can set. */
function givenFields(format: FormatDescription): string[] {
  return [...namesOf(format, "node"), ...namesOf(format, "metadata")];
}

/** Reads a whole number of any size. Its range is checked where it is used. */
function wholeNumber(name: string, given: unknown): number {
  const text = String(given);
  if (/^\d+$/.test(text)) return Number(text);
  const remedy = text.startsWith("=") ? `, as in ${name} ${text.slice(1) || "3"}` : "";
  throw new UsageError(`${name} is ${quoted(text)}; it must be a whole number${remedy}`);
}

/** Shows progress on standard error, if that is a terminal and the work takes a while. */
class Progress {
  readonly #start = performance.now();
  /** When the progress is shown next, in ms since the start. */
  #next = PROGRESS_DELAY;
  #shown = false;

  constructor(readonly total: number) {}

  show(made: number): void {
    const elapsed = performance.now() - this.#start;
    if (!stderr.isTTY || elapsed < this.#next) return;
    this.#next = elapsed + PROGRESS_INTERVAL;
    this.#shown = true;
    const percent = ((100 * made) / this.total).toFixed(0);
    const left = ((elapsed / made) * (this.total - made)) / 1000;
    stderr.write(`\r${made} of ${this.total} IDs (${percent} %), ${left.toFixed(0)} s left `);
  }

  end(): void {
    if (this.#shown) stderr.write("\r\x1b[K");
  }
}
