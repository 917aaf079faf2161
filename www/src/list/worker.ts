// The worker that reads a long list, or a file.

import { FlakeError } from "flakekit";
import { Decoder } from "../../../pkg-template/src/tables/index.ts";
import { loadInspector } from "../inspection/inspector.ts";
import type { ListRequest, Report } from "./messages.ts";
import { ListReader } from "./reader.ts";

/** A report with this number of rows fills the part of the table that is visible, so that later rows move nothing. */
const LEAST_ROWS = 1000;
/** The most rows of a report. More rows would block the page while it takes them over. */
const MOST_ROWS = 5000;
/** How many bytes are read at a time. */
const PIECE = 65_536;
/** The time between two reports with fewer rows, in ms. */
const REPORT_MS = 100;
/** After this time, rows are reported even if they do not fill the table, in ms. */
const PATIENCE_MS = 500;
/** The largest progress before the last report, which reports the end. */
const ALMOST = 0.999;

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

async function* reports({ source, params, column }: ListRequest): AsyncGenerator<Report> {
  await loadInspector();
  const list = new ListReader(new URLSearchParams(params), column);
  const decoder = new Decoder();
  const blob = typeof source === "string" ? new Blob([source]) : source;
  let read = 0;
  let reported = performance.now();
  for await (const piece of piecesOf(blob)) {
    list.push(decoder.decode(piece));
    read += piece.length;
    const waited = performance.now() - reported;
    const isDue = list.count >= LEAST_ROWS ? waited > REPORT_MS : waited > PATIENCE_MS;
    if (list.count < MOST_ROWS && !isDue) continue;
    yield { part: list.take(), progress: Math.min(read / blob.size, ALMOST) };
    reported = performance.now();
  }
  list.push(decoder.end());
  list.end();
  yield { part: list.take(), progress: 1 };
}

/** The bytes of a file in small pieces. Browsers read up to some MB at a time. */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const bytes = blob.stream().getReader();
  for (let { done, value } = await bytes.read(); !done; { done, value } = await bytes.read()) {
    for (let at = 0; value && at < value.length; at += PIECE) yield value.subarray(at, at + PIECE);
  }
}
