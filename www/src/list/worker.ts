// The worker that reads a long list, or a file.

import { FlakeError } from "flakekit";
import type { ListRequest, Report } from "./messages.ts";
import { ListReader } from "./reader.ts";

/** A report with this number of rows fills the part of the table that is visible, so that later rows move nothing. */
const LEAST_ROWS = 1000;
/** More rows would block the page while it takes them over. */
const MOST_ROWS = 5000;
/** The time between two reports with fewer rows, in ms. */
const REPORT_MS = 100;
/** After this time, rows are reported even if they do not fill the table, in ms. */
const PATIENCE_MS = 500;

/** Reads a list, and reports to the page, which terminates the worker to cancel it. */
export async function readList(request: ListRequest): Promise<void> {
  const send = (report: Report) => postMessage(report);
  try {
    for await (const report of reports(request)) send(report);
  } catch (error) {
    // The epoch or the layout is invalid, or the file has been changed or moved.
    if (!(error instanceof FlakeError || error instanceof DOMException)) throw error;
    send({ error: error instanceof FlakeError ? error.message : `The file cannot be read: ${error.message}` });
  }
}

async function* reports({ source, params }: ListRequest): AsyncGenerator<Report> {
  const list = new ListReader(new URLSearchParams(params));
  const decoder = new TextDecoder();
  const bytes = source.stream().getReader();
  let read = 0;
  let reported = performance.now();
  for (let piece = await bytes.read(); !piece.done; piece = await bytes.read()) {
    list.push(decoder.decode(piece.value, { stream: true }));
    read += piece.value.length;
    const waited = performance.now() - reported;
    const isDue = list.count >= LEAST_ROWS ? waited > REPORT_MS : waited > PATIENCE_MS;
    if (list.count < MOST_ROWS && !isDue) continue;
    yield { part: list.take(), progress: Math.min(read / source.size, ALMOST) };
    reported = performance.now();
  }
  list.push(decoder.decode());
  list.end();
  yield { part: list.take(), progress: 1 };
}

/** The last report is that of the end. */
const ALMOST = 0.999;
