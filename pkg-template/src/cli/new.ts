import { performance } from "node:perf_hooks";
import { stderr } from "node:process";
import * as flakekit from "flakekit";
import { jsonOf, print, quoted } from "./output.js";
import { type AnyFormat, type Id, formatNamed, kebab, read, UsageError, WRITING, withEpoch, writer } from "./usage.js";

/** How many IDs are made at a time, so that a million of them take no more memory than a thousand. */
const CHUNK = 1000;

/** Progress is shown from here on, and so often, in ms. */
const PATIENCE = 2000;
const INTERVAL = 200;

/** The options of every format, since which format is wanted is known only when all arguments are read. */
const FIELD_OPTIONS = Object.fromEntries(
  flakekit.formats().flatMap((format) => askedFor(format).map((name) => [kebab(name), { type: "string" as const }])),
);

export async function makeIds(args: string[]): Promise<void> {
  const { values, rest } = read(args, { ...FIELD_OPTIONS, ...WRITING, count: { type: "string", short: "n" } });
  const [name, ...more] = rest;
  const named = formatNamed(name);
  if (more.length > 0) throw new UsageError(`new takes one format, and was given ${rest.length}: ${rest.join(" ")}`);
  const asked = askedFor(named);
  const foreign = Object.keys(values).find((option) => option in FIELD_OPTIONS && !asked.map(kebab).includes(option));
  if (foreign !== undefined) {
    const own = asked.map((name) => `--${kebab(name)}`).join(", ") || "no fields to give";
    throw new UsageError(`--${foreign} is no option of ${named.name}, which has ${own}`);
  }

  const format = withEpoch(named, values.epoch);
  const count = whole("-n", values.count ?? "1");
  if (count > Number.MAX_SAFE_INTEGER) {
    throw new UsageError(`-n is ${values.count}; it must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  }
  const given = (names: string[]): string[] => names.filter((name) => values[kebab(name)] !== undefined);
  const number = (name: string): number => whole(`--${kebab(name)}`, values[kebab(name)]);
  const nodes = given(namesOf(named, "node"));
  const ids = format.generator(Object.fromEntries(nodes.map((name) => [name, number(name)])));
  const metadata = given(namesOf(named, "metadata")).map(number);
  const text = writer(format, values);
  const line = values.json ? (id: Id) => jsonLine(format, id, text) : text;

  const progress = new Progress(count);
  for (let made = 0; made < count;) {
    const chunk = ids.batch(Math.min(CHUNK, count - made), ...metadata);
    await print(`${Array.from(chunk, line).join("\n")}\n`);
    made += chunk.length;
    progress.show(made);
  }
  progress.end();
}

function jsonLine(format: AnyFormat, id: Id, text: (id: Id) => string): string {
  return jsonOf({ id: text(id), format: format.name, ...format.decode(id) });
}

/** The names of a format's fields of one kind, and of their parts. */
function namesOf({ fields }: flakekit.FormatDescription, kind: flakekit.FieldKind): string[] {
  const wanted = fields.filter((field) => field.kind === kind);
  return wanted.flatMap((field) => [field.name, ...field.parts.map((part) => part.name)]);
}

/** The fields whose numbers a user gives. */
function askedFor(format: flakekit.FormatDescription): string[] {
  return [...namesOf(format, "node"), ...namesOf(format, "metadata")];
}

/** A number of any size; whoever uses it knows its range. */
function whole(name: string, given: unknown): number {
  const text = String(given);
  if (/^\d+$/.test(text)) return Number(text);
  const remedy = text.startsWith("=") ? `, as in ${name} ${text.slice(1) || "3"}` : "";
  throw new UsageError(`${name} is ${quoted(text)}; it must be a whole number${remedy}`);
}

/** Progress on standard error, where a person can see it and it takes long enough. */
class Progress {
  readonly #start = performance.now();
  #next = PATIENCE;
  #shown = false;

  constructor(readonly total: number) {}

  show(made: number): void {
    const elapsed = performance.now() - this.#start;
    if (!stderr.isTTY || elapsed < this.#next) return;
    this.#next = elapsed + INTERVAL;
    this.#shown = true;
    const percent = ((100 * made) / this.total).toFixed(0);
    const left = ((elapsed / made) * (this.total - made)) / 1000;
    stderr.write(`\r${made} of ${this.total} IDs (${percent} %), ${left.toFixed(0)} s left `);
  }

  end(): void {
    if (this.#shown) stderr.write("\r\x1b[K");
  }
}
