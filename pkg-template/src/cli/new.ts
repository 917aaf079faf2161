import { performance } from "node:perf_hooks";
import { stderr } from "node:process";
import { jsonOf, print } from "./output.js";
import type { FieldKind } from "flakekit";
import { type AnyFormat, type Id, formatNamed, kebab, read, UsageError, WRITING, withEpoch, writer } from "./usage.js";

/** How many IDs are made at a time, so that a million of them take no more memory than a thousand. */
const CHUNK = 1000;

/** Progress is shown from here on, and so often, in ms. */
const PATIENCE = 2000;
const INTERVAL = 200;

export async function makeIds(args: string[]): Promise<void> {
  // The format says which options there are, so it has to be known first.
  const named = formatNamed(args.find((arg) => !arg.startsWith("-")));
  const namesOf = (kind: FieldKind): string[] =>
    named.fields
      .filter((field) => field.kind === kind)
      .flatMap((field) => [field.name, ...field.parts.map((part) => part.name)]);
  const names = namesOf("node");
  const [meta] = namesOf("metadata");
  const asked = meta === undefined ? names : [...names, meta];
  const fieldOptions = Object.fromEntries(asked.map((name) => [kebab(name), { type: "string" as const }]));
  const { values, rest } = read(args, { ...fieldOptions, ...WRITING, count: { type: "string", short: "n" } });
  if (rest.length !== 1) throw new UsageError(`new takes one format, and was given ${rest.length}: ${rest.join(" ")}`);

  const format = withEpoch(named, values.epoch);
  const count = whole("-n", values.count ?? "1");
  const number = (name: string): number => whole(`--${kebab(name)}`, values[kebab(name)]);
  const given = names.filter((name) => values[kebab(name)] !== undefined);
  const ids = format.generator(Object.fromEntries(given.map((name) => [name, number(name)])));
  const metadata = meta !== undefined && values[kebab(meta)] !== undefined ? [number(meta)] : [];
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

function whole(name: string, given: unknown): number {
  const text = String(given);
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name} is '${text}'; it must be a whole number`);
  return Number(text);
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
