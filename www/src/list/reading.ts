// Starts to read a list, and asks for the parts of it that the page shows.

import { formatParamsOf } from "../formats/catalogue.ts";
import { attempt } from "../attempt.ts";
import { LONG } from "../paste/pasted.ts";
import { redraw, state } from "../state.ts";
import { newWorker } from "../worker.ts";
import { FORMS } from "./forms.ts";
import { Holder } from "./holder.ts";
import { ALL, type Form, type ListRequest, type Query, type Report, type Wish } from "./messages.ts";
import { ListReader } from "./reader.ts";
import type { Shown } from "./shown.ts";

/** Returns the list of the state. Starts to read the list, unless it is the list of the last call. */
export function listFrom(source: string | File, all: URLSearchParams): Shown {
  const params = new URLSearchParams(
    Object.entries(formatParamsOf(all)).filter((param): param is [string, string] => param[1] !== null),
  );
  const last = state.list;
  if (last?.source === source && last.params === params.toString()) return last;
  if (last) end(last);
  const before = last?.source === source ? last : undefined;
  return read(source, params.toString(), before, before?.column);
}

/** Reads a table again, with the IDs of another column. */
export function readColumn(shown: Shown, column: number): void {
  end(shown);
  read(shown.source, shown.params, shown, column);
  redraw();
}

/** Starts to read a list. The list before, with other parameters, stays as it was until the first rows have been read again. */
function read(source: string | File, params: string, before: Shown | undefined, column: number | undefined): Shown {
  const shown: Shown = {
    source,
    params,
    column,
    query: ALL,
    answer: before?.answer,
    error: undefined,
    progress: 0,
    isReading: true,
    isRecoded: false,
    holder: undefined,
    worker: undefined,
    port: undefined,
    waiting: [],
    scrolled: 0,
  };
  state.list = shown;
  if (typeof source === "string" && source.length <= LONG) readNow(source, shown);
  else readInWorker(shown);
  return shown;
}

/** Reads a short list and finds its facts at once, so that nothing flickers and nothing moves, on slow computers too. */
function readNow(text: string, shown: Shown): void {
  const params = new URLSearchParams(shown.params);
  const { result, error } = attempt(() => {
    const reader = new ListReader(params, shown.column);
    reader.push(text);
    reader.end();
    const holder = new Holder(params);
    holder.add(reader.take());
    return holder;
  });
  Object.assign(shown, { holder: result, error, progress: 1, isReading: false });
  answerNow(shown);
}

function answerNow(shown: Shown): void {
  const { holder, query } = shown;
  holder?.findFacts(query);
  shown.answer = holder?.answer(query);
}

/** Reads a list in a worker, for the first time or again. */
export function readInWorker(shown: Shown): void {
  const { source, params, column } = shown;
  shown.worker?.terminate();
  const worker = newWorker("list");
  const { port1: port, port2 } = new MessageChannel();
  Object.assign(shown, { worker, port, query: ALL, progress: 0, isReading: true, error: undefined });
  port.onmessage = ({ data }: MessageEvent<Report>) => {
    if (shown.port !== port) return;
    if ("saved" in data) {
      shown.waiting.shift()?.(data.saved);
      return;
    }
    take(shown, data);
    redrawKeepingFocus();
  };
  worker.onerror = ({ message }) => {
    take(shown, { error: message || "the worker could not be started" });
    redraw();
  };
  const request: ListRequest = { source, params, column, query: ALL, port: port2 };
  worker.postMessage(request, [port2]);
}

/** Takes over a report. Until the facts are known, those before stay. */
function take(shown: Shown, report: Exclude<Report, { saved: Blob }>): void {
  if ("error" in report) {
    Object.assign(shown, { error: report.error, isReading: false });
    end(shown);
    return;
  }
  const { answer, ...progress } = report;
  const facts = answer.facts ?? (progress.isReading ? undefined : shown.answer?.facts);
  Object.assign(shown, progress, { answer: { ...answer, facts } });
}

/** Draws the page. At the end, the button that cancels is gone, so its focus goes to the input. */
function redrawKeepingFocus(): void {
  const hadFocus = document.activeElement?.closest(".reading-status") != null;
  redraw();
  if (hadFocus && document.activeElement === document.body) document.getElementById("id")?.focus();
}

/** Asks for other rows. */
export function ask(shown: Shown, change: Partial<Query>): void {
  shown.query = { ...shown.query, first: 0, ...change };
  // Inputs show their own state, and the answer of the worker is drawn when it comes.
  if (!shown.holder) return tell(shown, { query: shown.query });
  answerNow(shown);
  redraw();
}

const tell = ({ port }: Shown, wish: Wish): void => port?.postMessage(wish);

/** Writes the rows that are shown as a file. */
export function saved(shown: Shown, form: Form): Promise<Blob> {
  const { holder, query } = shown;
  if (holder) return Promise.resolve(new Blob(holder.written(form, query), { type: FORMS[form].type }));
  return new Promise((resolve) => {
    shown.waiting.push(resolve);
    tell(shown, { form, query });
  });
}

/** Ends the reading because the user wants it. The rows that were read are a list like any other. */
export const cancelReading = (shown: Shown): void => tell(shown, "stop");

/** Ends the worker of a list. */
function end(shown: Shown): void {
  shown.worker?.terminate();
  Object.assign(shown, { worker: undefined, port: undefined });
}
