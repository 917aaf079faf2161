import { performance } from "node:perf_hooks";
import { type AnyFormatWithEpoch, type AnyGenerator, type AnyId, batch, FlakeError, generator } from "flakekit";
import type { AnyLease } from "flakekit/lease";
import { type Io, jsonOf, type Messages, print } from "../io/index.js";
import {
  fieldNumbers,
  fieldsOf,
  type Given,
  LEASE_OPTIONS,
  MAX_LEASE_WAIT,
  openStore,
  refuseForeignFields,
  requiredFormat,
  termsOf,
  textWriter,
  UsageError,
  wholeNumber,
  withEpoch,
} from "../words/index.js";

/** How many IDs are made at a time. This limits the memory that IDs take. */
const CHUNK = 1000;

/** The ms after which progress is first shown. */
const PROGRESS_DELAY = 2000;
/** The ms between two updates of the progress. */
const PROGRESS_INTERVAL = 200;

export async function makeIds(io: Io, { values, typed, rest }: Given): Promise<void> {
  const [name, ...more] = rest;
  const named = requiredFormat(name);
  if (more.length > 0) throw new UsageError(`new takes one format, and was given ${rest.length}: ${rest.join(" ")}`);
  refuseForeignFields(named, values);

  const format = withEpoch(named, values.epoch);
  const count = wholeNumber(typed.count ?? "-n", values.count ?? "1", [0, Number.MAX_SAFE_INTEGER]);
  const nodes = fieldNumbers(fieldsOf(named, "node"), values);
  const metadata = Object.values(fieldNumbers(fieldsOf(named, "metadata"), values));
  const text = textWriter(format, values);
  const line = values.json ? (id: AnyId) => jsonLine(format, id, text, values.prefix) : text;

  const lease = await leaseOf(format, nodes, values);
  const ids = lease ?? generator(format, nodes);
  const progress = new Progress(io.stderr, count);
  try {
    for (let made = 0; made < count;) {
      const chunk = await makeChunk(ids, Math.min(CHUNK, count - made), metadata);
      await print(io, `${Array.from(chunk, line).join("\n")}\n`);
      made += chunk.length;
      progress.show(made);
    }
  } finally {
    progress.end();
    await lease?.close();
  }
}

/** The lease that the options ask for; `undefined` if they ask for none. */
async function leaseOf(
  format: AnyFormatWithEpoch,
  nodes: Record<string, number>,
  values: Given["values"],
): Promise<AnyLease | undefined> {
  if (values.lease === undefined && values.store === undefined) {
    const given = LEASE_OPTIONS.find(({ name }) => values[name] !== undefined);
    if (given !== undefined)
      throw new UsageError(`--${given.name} is for leases; give --lease DIR, or --store ./store.mjs`);
    return undefined;
  }
  const { lease } = await import("flakekit/lease");
  const store = await openStore(values.lease as string | undefined, values.store);
  return lease(format, { ...nodes, ...termsOf(values), store, maxWait: MAX_LEASE_WAIT });
}

function jsonLine(format: AnyFormatWithEpoch, id: AnyId, text: (id: AnyId) => string, prefix: unknown): string {
  const { timestamp, date, ...fields } = format.decode(id);
  return jsonOf({ id: text(id), prefix, format: format.name, timestamp, date, ...fields });
}

/** Shows progress on standard error, if standard error is a terminal and the work takes a while. */
class Progress {
  readonly #start = performance.now();
  /** When the progress is shown next, in ms since the start. */
  #next = PROGRESS_DELAY;
  #shown = false;

  constructor(
    readonly stderr: Messages,
    readonly total: number,
  ) {}

  show(made: number): void {
    const elapsed = performance.now() - this.#start;
    if (!this.stderr.isTTY || elapsed < this.#next) return;
    this.#next = elapsed + PROGRESS_INTERVAL;
    this.#shown = true;
    const percent = ((100 * made) / this.total).toFixed(0);
    const left = ((elapsed / made) * (this.total - made)) / 1000;
    this.stderr.write(`\r${made} of ${this.total} IDs (${percent} %), ${left.toFixed(0)} s left `);
  }

  end(): void {
    if (this.#shown) this.stderr.write("\r\x1b[K");
  }
}

/** Makes `count` IDs or fewer, but at least one. A format has one metadata field at most. */
export async function makeChunk(
  ids: AnyGenerator,
  count: number,
  [meta = 0]: readonly number[],
): Promise<ArrayLike<AnyId>> {
  try {
    return batch(ids, count, meta);
  } catch (error) {
    // The window of the lease has no room for all of these IDs. `nextAsync` waits for a new window.
    if (error instanceof FlakeError && error.code === "LEASE_EXPIRED") return [await ids.nextAsync(meta)];
    throw error;
  }
}
