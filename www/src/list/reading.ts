// Starts to read a list, and takes over what has been read.

import { formatParamsOf } from "../formats/catalogue.ts";
import { attempt } from "../parts/attempt.ts";
import { LONG } from "../paste/pasted.ts";
import { redraw, state } from "../state.ts";
import { newWorker } from "../worker.ts";
import { type Shown, append, histogramOf, listOf } from "./list.ts";
import type { ListRequest, Report } from "./messages.ts";
import { ListReader } from "./reader.ts";
import { BARS } from "./timeline.ts";

/** The time between two drawings while a list is read, in ms. */
const DRAW_MS = 100;

/** Returns the list of the state. Starts to read it, unless it is that of last time. */
export function listFrom(source: string | File, all: URLSearchParams): Shown {
  const params = new URLSearchParams(
    Object.entries(formatParamsOf(all)).filter((param): param is [string, string] => param[1] !== null),
  );
  const last = state.list;
  if (last?.source === source && last.params === params.toString()) return last;
  if (last) stopReading(last);
  const shown: Shown = {
    source,
    params: params.toString(),
    // With other parameters, the list stays as it was until its first rows have been read again.
    list: last?.source === source ? last.list : undefined,
    times: last?.source === source ? last.times : undefined,
    error: undefined,
    progress: 0,
    worker: undefined,
    order: { column: undefined, descending: false },
    rows: undefined,
    scrolled: 0,
    first: 0,
  };
  state.list = shown;
  if (typeof source === "string" && source.length <= LONG) readNow(source, params, shown);
  else readInWorker(shown);
  return shown;
}

/** Reads a short list at once, so that no progress flickers. */
function readNow(text: string, params: URLSearchParams, shown: Shown): void {
  const reader = new ListReader(params);
  const { result: part, error } = attempt(() => {
    reader.push(text);
    reader.end();
    return reader.take();
  });
  take(shown, part ? { part, progress: 1 } : { error }, true);
}

/** Reads a list again, or for the first time. */
export function readInWorker(shown: Shown): void {
  const { source, params } = shown;
  const worker = newWorker("list");
  Object.assign(shown, { worker, progress: 0, error: undefined });
  let isFirst = true;
  let drawn = -Infinity;
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    // What was sent before the end is dropped.
    if (shown.worker !== worker) return;
    take(shown, data, isFirst);
    isFirst = false;
    if (shown.worker && performance.now() - drawn < DRAW_MS) return;
    drawn = performance.now();
    count(shown);
    redrawKeepingFocus();
  };
  worker.onerror = ({ message }) => {
    take(shown, { error: message || "the worker could not be started" }, isFirst);
    redraw();
  };
  const request: ListRequest = { source, params };
  worker.postMessage(request);
}

/** Draws the page. At the end, there is no button any more that cancels: its focus goes to the input. */
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
  const { part, progress } = report;
  if (isFirst || !shown.list) {
    shown.list = listOf(part);
    shown.rows = undefined;
    shown.order = { column: undefined, descending: false };
  } else append(shown.list, part);
  shown.progress = progress;
  if (progress < 1) return;
  stopReading(shown);
  count(shown);
}

function count(shown: Shown): void {
  shown.times = shown.list && histogramOf(shown.list.timestamps, BARS);
}

/** Ends the reading. What was read stays. */
export function stopReading(shown: Shown): void {
  shown.worker?.terminate();
  shown.worker = undefined;
}
