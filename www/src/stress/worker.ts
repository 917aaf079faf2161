// The worker of the view "Stress": makes IDs as fast as possible and compares each ID with all earlier IDs.

import { type AnyFormatWithEpoch, type AnyId, batch, FlakeError, generator } from "flakekit";
import { formatOf } from "../formats/catalogue.ts";
import { generatorInputOf, inputValuesOf } from "../formats/inputs.ts";
import { setClock } from "./clock.ts";
import { NO_PROGRESS, POLICIES, type Progress, type StressRequest } from "./messages.ts";
import { IdSet, type Words } from "../id-set.ts";
import { ClockStandsStill, plainGenerator } from "./plain.ts";

/** How many IDs are made between two readings of the timer, so that the interval is measurable. */
const CHUNK = { batch: 65_536, next: 4096 };
/** The time between two reports, in ms. */
const REPORT_MS = 50;

/** Makes the IDs of a run, and reports to the page, which terminates the worker to stop the run. */
export function runStress(request: StressRequest): void {
  const progress = { ...NO_PROGRESS };
  try {
    for (const report of runs(request, progress)) postMessage(report);
  } catch (error) {
    if (!(error instanceof FlakeError || error instanceof ClockStandsStill)) throw error;
    postMessage({ ...progress, error: error.message });
  }
}

function* runs(request: StressRequest, progress: Progress): Generator<Progress> {
  const format = formatOf(request.format, new URLSearchParams(request.params));
  const make = maker(format, request);
  const seen = new IdSet(request.total, wordsPerId(format));
  setClock(request.clock);
  const chunk = request.batch && request.maker === "flakekit" ? CHUNK.batch : CHUNK.next;
  let lastReport = performance.now();
  while (progress.made < request.total) {
    const count = Math.min(chunk, request.total - progress.made);
    const before = performance.now();
    const ids = make(count);
    progress.making += performance.now() - before;
    progress.repeats += seen.addAll(wordsOf(format, ids));
    progress.made += count;
    if (performance.now() - lastReport < REPORT_MS && progress.made < request.total) continue;
    progress.lead = format.timestamp(ids[count - 1] as AnyId) - Date.now();
    lastReport = performance.now();
    yield { ...progress };
  }
}

type Ids = Float64Array | BigUint64Array | AnyId[];

/** Returns a function that makes a number of IDs. */
function maker(format: AnyFormatWithEpoch, request: StressRequest): (count: number) => Ids {
  if (request.maker === "plain") return plainMaker(format, request);
  const { nodes, meta } = generatorInputOf(format, new URLSearchParams(request.params));
  const open = () => generator(format, { ...nodes, ...POLICIES[request.clock] });
  const shared = open();
  const generatorForId = request.each ? open : () => shared;
  if (request.batch) return (count) => batch(generatorForId(), count, meta);
  return (count) => {
    const ids = new Array<AnyId>(count);
    for (let n = 0; n < count; n++) ids[n] = generatorForId().next(meta);
    return ids;
  };
}

function plainMaker(format: AnyFormatWithEpoch, request: StressRequest): (count: number) => Ids {
  const open = () => plainGenerator(format, inputValuesOf(format, new URLSearchParams(request.params)));
  const shared = open();
  return (count) => Array.from({ length: count }, () => (request.each ? open() : shared)());
}

const wordsPerId = ({ bits }: AnyFormatWithEpoch): Words => (bits > 64 ? 5 : 4);

/** Returns the bits of IDs as 16-bit words. Equal IDs of one run have equal words. */
function wordsOf(format: AnyFormatWithEpoch, ids: Ids): Uint16Array {
  if (!Array.isArray(ids)) return new Uint16Array(ids.buffer);
  const width = wordsPerId(format) * Uint16Array.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(ids.length * width);
  for (const [n, id] of ids.entries()) bytes.set(format.toBytes(id), n * width);
  return new Uint16Array(bytes.buffer);
}
