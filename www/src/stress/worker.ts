// The worker of the view "Stress": makes IDs as fast as possible and compares each with all earlier ones.

import { FlakeError } from "flakekit";
import { type Format, type Generator as IdGenerator, formatOf, generatorInputOf } from "../formats.ts";
import { setClock } from "./clock.ts";
import { NO_PROGRESS, type Progress, type StressRequest } from "./messages.ts";
import { IdSet } from "./id-set.ts";

/** How many IDs are made between two readings of the timer, so that the interval is measurable. */
const CHUNK = { batch: 65_536, next: 4096 };
/** The time between two reports, in ms. */
const REPORT_MS = 50;

/** Starts a run for each message of the page. The page terminates the worker to stop a run. */
export function startStressWorker(): void {
  addEventListener("message", ({ data }: MessageEvent<StressRequest>) => run(data));
}

function run(request: StressRequest): void {
  const progress = { ...NO_PROGRESS };
  try {
    for (const report of runs(request, progress)) postMessage(report);
  } catch (error) {
    if (!(error instanceof FlakeError)) throw error;
    postMessage({ ...progress, error: error.message });
  }
}

function* runs(request: StressRequest, progress: Progress): Generator<Progress> {
  const format = formatOf(request.format, new URLSearchParams(request.params));
  const make = maker(format, request);
  const seen = new IdSet(request.total, format.native === "string" ? 5 : 4);
  setClock(request.clock);
  const chunk = request.batch ? CHUNK.batch : CHUNK.next;
  let last = { ...progress };
  let lastReport = performance.now();
  while (progress.made < request.total) {
    const count = Math.min(chunk, request.total - progress.made);
    const before = performance.now();
    const ids = make(count);
    progress.making += performance.now() - before;
    progress.repeats += seen.addAll(ids);
    progress.made += count;
    if (performance.now() - lastReport < REPORT_MS && progress.made < request.total) continue;
    const spent = progress.making - last.making;
    if (spent > 0) progress.rate = (progress.made - last.made) / spent;
    last = { ...progress };
    lastReport = performance.now();
    yield last;
  }
}

/**
 * Returns a function that makes a number of IDs and returns their bits. With a faulty clock, the IDs may lead it by a
 * day, so that the run never waits for the clock.
 */
function maker(format: Format, request: StressRequest): (count: number) => Uint16Array {
  const { nodes, meta } = generatorInputOf(format, new URLSearchParams(request.params));
  const policy = request.clock !== "real" && { onExhausted: "lead", onRollback: "lead", maxLead: 86_400_000 };
  const generator = () => format.generator({ ...nodes, ...policy });
  const shared = generator();
  const generatorForId = request.each ? generator : () => shared;
  return MAKERS[format.native](request.batch, generatorForId, meta);
}

type Maker = (batch: boolean, generator: () => IdGenerator, meta: number) => (count: number) => Uint16Array;

/** For each JavaScript type of IDs: how to make IDs and get their bits. */
const MAKERS: Record<Format["native"], Maker> = {
  number: arrays(Float64Array),
  bigint: arrays(BigUint64Array),
  string: (batch, generator, meta) => (count) => {
    if (batch) return new Uint16Array(generator().batchBytes(count, meta).buffer);
    const bytes = new Uint8Array(count * 10);
    for (let n = 0; n < count; n++) bytes.set(generator().nextBytes(meta), n * 10);
    return new Uint16Array(bytes.buffer);
  },
};

function arrays(Ids: new (count: number) => Float64Array | BigUint64Array): Maker {
  return (batch, generator, meta) => (count) => {
    if (batch) return new Uint16Array((generator().batch(count) as Float64Array).buffer);
    const ids = new Ids(count);
    for (let n = 0; n < count; n++) ids[n] = generator().next(meta) as never;
    return new Uint16Array(ids.buffer);
  };
}
