// The worker's half: makes IDs as fast as it can, and looks each of them up among all that it has made.

import { FlakeError } from "flakekit";
import { type Format, type Generator as IdGenerator, asked, formatOf } from "../formats.ts";
import { setClock } from "./clock.ts";
import { NOTHING, type Order, type Progress } from "./order.ts";
import { Seen } from "./seen.ts";

/** IDs between two looks at the time: enough for it to tell them apart. */
const CHUNK = { batch: 65_536, next: 4096 };
/** ms between two reports. */
const REPORT = 50;

/** Does what the page orders; the page ends the worker to stop it. */
export function obey(): void {
  addEventListener("message", ({ data }: MessageEvent<Order>) => run(data));
}

function run(order: Order): void {
  const progress = { ...NOTHING };
  try {
    for (const report of runs(order, progress)) postMessage(report);
  } catch (error) {
    if (!(error instanceof FlakeError)) throw error;
    postMessage({ ...progress, refused: error.message });
  }
}

function* runs(order: Order, progress: Progress): Generator<Progress> {
  const format = formatOf(order.format, new URLSearchParams(order.params));
  const make = maker(format, order);
  const seen = new Seen(order.total, format.native === "string" ? 5 : 4);
  setClock(order.clock);
  const chunk = order.batch ? CHUNK.batch : CHUNK.next;
  let last = { ...progress };
  let told = performance.now();
  while (progress.made < order.total) {
    const count = Math.min(chunk, order.total - progress.made);
    const before = performance.now();
    const ids = make(count);
    progress.making += performance.now() - before;
    progress.repeats += seen.addAll(ids);
    progress.made += count;
    if (performance.now() - told < REPORT && progress.made < order.total) continue;
    const spent = progress.making - last.making;
    if (spent > 0) progress.rate = (progress.made - last.made) / spent;
    last = { ...progress };
    told = performance.now();
    yield last;
  }
}

/** Makes so many IDs and gives their bits. Going ahead of the clock for a day, nothing has to wait for a clock that is wrong. */
function maker(format: Format, order: Order): (count: number) => Uint16Array {
  const { nodes, meta } = asked(format, new URLSearchParams(order.params));
  const wrong = order.clock !== "real" && { onExhausted: "lead", onRollback: "lead", maxLead: 86_400_000 };
  const generator = () => format.generator({ ...nodes, ...wrong });
  const only = generator();
  const next = order.each ? () => generator() : () => only;
  return KINDS[format.native](order.batch, next, meta);
}

type Kind = (batch: boolean, generator: () => IdGenerator, meta: number) => (count: number) => Uint16Array;

/** How the bits of IDs are had, for each type of IDs. */
const KINDS: Record<Format["native"], Kind> = {
  number: arrays(Float64Array),
  bigint: arrays(BigUint64Array),
  string: (batch, generator, meta) => (count) => {
    if (batch) return new Uint16Array(generator().batchBytes(count, meta).buffer);
    const bytes = new Uint8Array(count * 10);
    for (let n = 0; n < count; n++) bytes.set(generator().nextBytes(meta), n * 10);
    return new Uint16Array(bytes.buffer);
  },
};

function arrays(Ids: new (count: number) => Float64Array | BigUint64Array): Kind {
  return (batch, generator, meta) => (count) => {
    if (batch) return new Uint16Array((generator().batch(count) as Float64Array).buffer);
    const ids = new Ids(count);
    for (let n = 0; n < count; n++) ids[n] = generator().next(meta) as never;
    return new Uint16Array(ids.buffer);
  };
}
