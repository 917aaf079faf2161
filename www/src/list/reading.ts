// Starts to read a list, and takes over the rows that have been read.

import { formatParamsOf } from "../formats/catalogue.ts";
import { attempt } from "../attempt.ts";
import { LONG } from "../paste/pasted.ts";
import { redraw, state } from "../state.ts";
import { newWorker } from "../worker.ts";
import { factsOf } from "./facts.ts";
import { show } from "./filter.ts";
import { histogramOf } from "./histogram.ts";
import { type List, append, listOf } from "./list.ts";
import { NO_FILTER, type Shown } from "./shown.ts";
import type { ListRequest, Report } from "./messages.ts";
import { ListReader } from "./reader.ts";
import { inSlices } from "../slices.ts";
import { BARS } from "./timeline.ts";

/** The time between two drawings while a list is read, in ms. */
const DRAW_MS = 100;

/** Returns the list of the state. Starts to read the list, unless it is the list of the last call. */
export function listFrom(source: string | File, all: URLSearchParams): Shown {
  const params = new URLSearchParams(
    Object.entries(formatParamsOf(all)).filter((param): param is [string, string] => param[1] !== null),
  );
  const last = state.list;
  if (last?.source === source && last.params === params.toString()) return last;
  if (last) stopReading(last);
  const before = last?.source === source ? last : undefined;
  return read(source, params.toString(), before, before?.column);
}

/** Reads a table again, with the IDs of another column. */
export function readColumn(shown: Shown, column: number): void {
  stopReading(shown);
  read(shown.source, shown.params, shown, column);
  redraw();
}

/** Starts to read a list. The list before, with other parameters, stays as it was until the first rows have been read again. */
function read(source: string | File, params: string, before: Shown | undefined, column: number | undefined): Shown {
  const shown: Shown = {
    source,
    params,
    column,
    list: before?.list,
    isRecoded: false,
    times: before?.times,
    facts: undefined,
    error: undefined,
    progress: 0,
    worker: undefined,
    order: { column: undefined, descending: false },
    sorted: undefined,
    filter: NO_FILTER,
    rows: undefined,
    scrolled: 0,
    first: 0,
  };
  state.list = shown;
  if (typeof source === "string" && source.length <= LONG) readNow(source, shown);
  else readInWorker(shown);
  return shown;
}

/** Reads a short list and finds its facts at once, so that nothing flickers and nothing moves, on slow computers too. */
function readNow(text: string, shown: Shown): void {
  const { result: part, error } = attempt(() => {
    const reader = new ListReader(new URLSearchParams(shown.params), shown.column);
    reader.push(text);
    reader.end();
    return reader.take();
  });
  take(shown, part ? { part, progress: 1 } : { error }, true);
  if (shown.list && part) shown.facts = [...factsOf(shown.list, new URLSearchParams(shown.params))].at(-1);
}

/** Reads a list again, or for the first time. */
export function readInWorker(shown: Shown): void {
  const { source, params, column } = shown;
  const worker = newWorker("list");
  Object.assign(shown, { worker, progress: 0, error: undefined });
  let isFirst = true;
  let drawn = -Infinity;
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    // Reports that were sent before the end are dropped.
    if (shown.worker !== worker) return;
    take(shown, data, isFirst);
    isFirst = false;
    if (shown.list && shown.progress === 1) void findFacts(shown, shown.list);
    if (shown.worker && performance.now() - drawn < DRAW_MS) return;
    drawn = performance.now();
    count(shown);
    redrawKeepingFocus();
  };
  worker.onerror = ({ message }) => {
    take(shown, { error: message || "the worker could not be started" }, isFirst);
    redraw();
  };
  const request: ListRequest = { source, params, column };
  worker.postMessage(request);
}

/** Draws the page. At the end, the button that cancels is gone, so its focus goes to the input. */
function redrawKeepingFocus(): void {
  const hadFocus = document.activeElement?.closest(".reading-status") != null;
  redraw();
  if (hadFocus && document.activeElement === document.body) document.getElementById("id")?.focus();
}

/** Takes over a report. The first part replaces the rows of an earlier reading. */
function take(shown: Shown, report: Report, isFirst: boolean): void {
  if ("error" in report) {
    shown.error = report.error;
    stopReading(shown);
    return;
  }
  const { part, progress, isRecoded = false } = report;
  shown.isRecoded = isRecoded;
  if (isFirst || !shown.list) {
    shown.list = listOf(part);
    shown.facts = undefined;
    shown.order = { column: undefined, descending: false };
    show(shown, { sorted: undefined, filter: NO_FILTER });
  } else append(shown.list, part);
  shown.progress = progress;
  if (progress < 1) return;
  stopReading(shown);
  count(shown);
}

/** Finds the facts about a long list, once it is read. */
async function findFacts(shown: Shown, list: List): Promise<void> {
  const isWanted = () => state.list === shown && shown.list === list;
  const steps = await inSlices(factsOf(list, new URLSearchParams(shown.params)), isWanted);
  if (!steps) return;
  shown.facts = steps.at(-1);
  redraw();
}

function count(shown: Shown): void {
  shown.times = shown.list && histogramOf(shown.list.timestamps, BARS);
}

/** Ends the reading because the user wants it. The rows that were read are a list like any other. */
export function cancelReading(shown: Shown): void {
  stopReading(shown);
  if (shown.list) void findFacts(shown, shown.list);
  redraw();
}

/** Ends the reading. The rows that were read stay. */
export function stopReading(shown: Shown): void {
  shown.worker?.terminate();
  shown.worker = undefined;
}
