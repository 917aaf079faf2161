// The worker that reads a long list, or a file, holds it, and answers what the page asks.

import { FlakeError } from "flakekit";
import { Decoder, NoText, textBytes } from "../../../pkg-template/src/tables/index.ts";
import { FORMS } from "./forms.ts";
import { Holder } from "./holder.ts";
import { loadListInspector } from "./inspector.ts";
import type { ListRequest, Report, Wish } from "./messages.ts";
import { ListReader } from "./reader.ts";

/** A list with this number of rows fills the part of the table that is visible, so that later rows move nothing. */
const LEAST_ROWS = 1000;
/** So many rows are judged together. */
const PART_ROWS = 5000;
/** How many bytes are read at a time. */
const PIECE = 65_536;
/** The least time between two reports, in ms. It is longer for long lists: reports take at most a quarter of the time. */
const REPORT_MS = 100;
const TIMES_LONGER = 3;
/** After this time, rows are reported even if they do not fill the table, in ms. */
const PATIENCE_MS = 500;
/** The largest progress before the last report, which reports the end. */
const ALMOST = 0.999;

/** Lets messages arrive. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Reads a list and answers the page, which terminates the worker when it shows another list. */
export async function holdList({ port, ...request }: ListRequest): Promise<void> {
  const send = (report: Report) => port.postMessage(report);
  try {
    await new ListWorker(request, port).read();
  } catch (error) {
    // The epoch or the layout is invalid, the file is no text, or it has been changed or moved.
    if (error instanceof NoText) send({ error: `The file is ${error.message}.` });
    else if (error instanceof FlakeError) send({ error: error.message });
    else if (error instanceof DOMException) send({ error: `The file cannot be read: ${error.message}` });
    else throw error;
  }
}

class ListWorker {
  readonly #request: Omit<ListRequest, "port">;
  readonly #port: MessagePort;
  readonly #holder: Holder;
  readonly #decoder = new Decoder();
  #query: ListRequest["query"];
  #progress = 0;
  #isReading = true;
  /** Whether a query waits for its answer. */
  #isAsked = false;

  constructor(request: Omit<ListRequest, "port">, port: MessagePort) {
    this.#request = request;
    this.#port = port;
    this.#query = request.query;
    this.#holder = new Holder(new URLSearchParams(request.params));
    port.onmessage = ({ data }: MessageEvent<Wish>) => this.#hear(data);
  }

  async read(): Promise<void> {
    await loadListInspector();
    const { source, params, column } = this.#request;
    const list = new ListReader(new URLSearchParams(params), column);
    const blob = typeof source === "string" ? new Blob([source]) : source;
    let read = 0;
    let reported = performance.now();
    let interval = REPORT_MS;
    const counted = counting(piecesOf(blob), (length) => (read += length));
    for await (const piece of typeof source === "string" ? counted : textBytes(counted)) {
      list.push(this.#decoder.decode(piece));
      if (list.count >= PART_ROWS) this.#holder.add(list.take());
      const waited = performance.now() - reported;
      const rows = list.count + (this.#holder.list?.ids.length ?? 0);
      if (rows >= LEAST_ROWS ? waited < interval : waited < PATIENCE_MS) continue;
      this.#holder.add(list.take());
      this.#progress = Math.min(read / blob.size, ALMOST);
      const begun = performance.now();
      this.#answer();
      await turn();
      if (!this.#isReading) return this.#answerWithFacts();
      reported = performance.now();
      interval = Math.max(REPORT_MS, TIMES_LONGER * (reported - begun));
    }
    list.push(this.#decoder.end());
    list.end();
    this.#holder.add(list.take());
    this.#isReading = false;
    this.#progress = 1;
    return this.#answerWithFacts();
  }

  #hear(wish: Wish): void {
    if (wish === "stop") this.#isReading = false;
    else if ("form" in wish) this.#save(wish);
    else {
      this.#query = wish.query;
      if (!this.#isAsked && !this.#isReading) void this.#answerSoon();
      this.#isAsked = true;
    }
  }

  #save({ form, query }: Exclude<Wish, string> & { form: keyof typeof FORMS }): void {
    const saved = new Blob(this.#holder.written(form, query), { type: FORMS[form].type });
    this.#port.postMessage({ saved } satisfies Report);
  }

  /** Answers the last of the queries that have arrived. */
  async #answerSoon(): Promise<void> {
    await turn();
    this.#isAsked = false;
    await this.#answerWithFacts();
  }

  /** The facts follow the answer, unless the page asks something else meanwhile. */
  async #answerWithFacts(): Promise<void> {
    this.#answer();
    await turn();
    if (!this.#isAsked && this.#holder.findFacts(this.#query)) this.#answer();
  }

  #answer(): void {
    const answer = this.#holder.answer(this.#query);
    const { hasWindows1252: isRecoded } = this.#decoder;
    this.#port.postMessage({
      answer,
      progress: this.#progress,
      isReading: this.#isReading,
      isRecoded,
    } satisfies Report);
  }
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
