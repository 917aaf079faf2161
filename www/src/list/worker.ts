// The worker that reads a long list, or a file.

import { FlakeError } from "flakekit";
import { Decoder, NoText, textBytes } from "../../../pkg-template/src/tables/index.ts";
import { loadListInspector } from "./inspector.ts";
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
    // The epoch or the layout is invalid, the file is no text, or it has been changed or moved.
    if (error instanceof NoText) send({ error: `The file is ${error.message}.` });
    else if (error instanceof FlakeError) send({ error: error.message });
    else if (error instanceof DOMException) send({ error: `The file cannot be read: ${error.message}` });
    else throw error;
  }
}

async function* reports({ source, params, column }: ListRequest): AsyncGenerator<Report> {
  await loadListInspector();
  const list = new ListReader(new URLSearchParams(params), column);
  const decoder = new Decoder();
  const blob = typeof source === "string" ? new Blob([source]) : source;
  let read = 0;
  let reported = performance.now();
  const counted = counting(piecesOf(blob), (length) => (read += length));
  for await (const piece of typeof source === "string" ? counted : textBytes(counted)) {
    list.push(decoder.decode(piece));
    const waited = performance.now() - reported;
    const isDue = list.count >= LEAST_ROWS ? waited > REPORT_MS : waited > PATIENCE_MS;
    if (list.count < MOST_ROWS && !isDue) continue;
    yield { part: list.take(), progress: Math.min(read / blob.size, ALMOST), isRecoded: decoder.hasWindows1252 };
    reported = performance.now();
  }
  list.push(decoder.end());
  list.end();
  yield { part: list.take(), progress: 1, isRecoded: decoder.hasWindows1252 };
}

/** Tells the length of each piece that is taken. An unpacked file is longer than the pieces that were taken for it. */
async function* counting(
  pieces: AsyncIterable<Uint8Array>,
  take: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    take(piece.length);
    yield piece;
  }
}

/** The bytes of a file in small pieces. Browsers read up to some MB at a time. */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const bytes = blob.stream().getReader();
  for (let { done, value } = await bytes.read(); !done; { done, value } = await bytes.read()) {
    for (let at = 0; value && at < value.length; at += PIECE) yield value.subarray(at, at + PIECE);
  }
}
