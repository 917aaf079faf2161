// Writes the answers of the server.

import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonOf, visible } from "../io/index.js";
import type { HttpError } from "./error.js";

export const TEXT_TYPE = "text/plain; charset=utf-8";
export const JSON_TYPE = "application/json";

/** The headers of all answers. Nothing is cached, because nobody else may get the same IDs. */
const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Whether a client asks for JSON, and does not also ask for plain text. */
export function wantsJson({ headers }: IncomingMessage): boolean {
  const accept = headers.accept ?? "";
  return accept.includes(JSON_TYPE) && !accept.includes("text/plain");
}

export function answer(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { ...HEADERS, "content-type": type, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  answer(response, JSON_TYPE, `${jsonOf(value)}\n`, status);
}

/**
 * Writes an answer piece by piece. Each piece is made when the client has read most of the pieces before it. If a later
 * piece fails, the connection is cut. An answer of one piece is written at once, which allows three times as many
 * requests a second.
 */
export async function stream(response: ServerResponse, type: string, pieces: AsyncGenerator<string>): Promise<void> {
  // The first two pieces are made before anything is written: if one of them fails, the answer can be the error.
  const first = await pieces.next();
  const second = await pieces.next();
  if (response.destroyed) return;
  if (first.done === true || second.done === true) {
    answer(response, type, String(first.value));
    return;
  }
  response.writeHead(200, { ...HEADERS, "content-type": type });
  response.write(first.value);
  await write(response, second.value);
  for await (const piece of pieces) await write(response, piece);
  response.end();
}

/** Resolves when the client has read most of the answer, or has gone. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}

export function refuse(request: IncomingMessage, response: ServerResponse, error: HttpError): void {
  const { status, code, message, headers } = error;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (wantsJson(request)) answerJson(response, { error: { code, message } }, status);
  else answer(response, TEXT_TYPE, `${code}: ${visible(message)}\n`, status);
}
