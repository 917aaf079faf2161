// A connection, from which the HTTP server gets one request at a time.
//
// Node parses all requests that arrive in one piece at once: 2000 requests take 20 ms, and their answers are kept in
// memory. Therefore this stream passes on the bytes of one request at a time, when there is time, and no bytes while a
// request is answered. All other bytes wait in the buffers of both systems, and one piece waits in this stream.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { Lane } from "./turns.js";

/** The end of the headers of a request. */
const END = "\r\n\r\n";

interface Waiting {
  readonly request: IncomingMessage;
  readonly start: () => void;
}

export class Connection extends Duplex {
  readonly #socket: Socket;
  readonly #lane: Lane;
  /** The bytes that were not passed on yet. */
  #rest: Buffer = Buffer.alloc(0);
  /** The last bytes that were passed on: an end of headers may arrive in two pieces. */
  #passed: Buffer = Buffer.alloc(0);
  #hasEnded = false;
  /** Whether `#pass` is about to run. */
  #isDue = false;
  /** Whether the HTTP server takes more bytes. It takes none if the body of a request waits for its reader. */
  #isWanted = false;
  /** The requests that are not answered yet; the first one is being answered. */
  readonly #requests: Waiting[] = [];

  constructor(socket: Socket, lane: Lane) {
    // The functions are given as options, because the build shortens names such as `_read`.
    super({
      decodeStrings: false,
      read: () => {
        this.#isWanted = true;
        this.#look();
      },
      write: (chunk: Buffer | string, encoding, done) => {
        socket.write(chunk, encoding, done);
      },
      writev: (chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], done) => {
        socket.cork();
        chunks.forEach(({ chunk, encoding }, i) => {
          socket.write(chunk, encoding, i === chunks.length - 1 ? done : undefined);
        });
        socket.uncork();
      },
      final: (done) => {
        socket.end(done);
      },
      destroy: (error, done) => {
        socket.destroy();
        done(error);
      },
    });
    this.#socket = socket;
    this.#lane = lane;
    socket.on("data", (bytes: Buffer) => {
      this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
      socket.pause();
      this.#look();
    });
    socket.on("end", () => {
      this.#hasEnded = true;
      this.#look();
    });
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    socket.on("timeout", () => this.emit("timeout"));
  }

  /** Calls `start` when the requests of this connection that came before have been answered. */
  answerInTurn(request: IncomingMessage, response: ServerResponse, start: () => void): void {
    response.on("close", () => {
      this.#requests.shift();
      if (this.destroyed) return;
      this.#requests[0]?.start();
      this.#look();
    });
    if (this.#requests.push({ request, start }) === 1) start();
  }

  /** The HTTP server sets how long there may be no traffic. */
  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms);
    return this;
  }

  /** Whether a request is answered whose bytes have all arrived. */
  get #isAnswering(): boolean {
    return this.#requests.at(-1)?.request.complete === true;
  }

  #look(): void {
    if (this.#isDue || !this.#isWanted || this.#isAnswering) return;
    if (this.#rest.length === 0 && !this.#hasEnded) return;
    this.#isDue = true;
    void this.#lane.run(() => {
      this.#isDue = false;
      this.#pass();
    });
  }

  /**
   * How many bytes are passed on next: up to an end of headers, or all bytes. No byte of the next request may be among
   * them, because Node would wait for the rest of that request and then take the client for too slow.
   */
  get #endOfHeaders(): number {
    const joined = Buffer.concat([this.#passed, this.#rest.subarray(0, END.length - 1)]).indexOf(END);
    if (joined >= 0) return joined + END.length - this.#passed.length;
    const found = this.#rest.indexOf(END);
    return found < 0 ? this.#rest.length : found + END.length;
  }

  #pass(): void {
    while (this.#rest.length > 0 && this.#isWanted && !this.#isAnswering && !this.destroyed) {
      const end = this.#endOfHeaders;
      const piece = this.#rest.subarray(0, end);
      this.#passed = piece.subarray(1 - END.length);
      this.#rest = this.#rest.subarray(end);
      this.#isWanted = this.push(piece);
    }
    if (this.#rest.length > 0) return;
    if (this.#hasEnded) this.push(null);
    else this.#socket.resume();
  }
}
