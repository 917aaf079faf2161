// Calls a handler from Node.js' `http`, and from Express and Fastify.

import type * as api from "../../../types/lease/http.js";
import { copyList, invalid, isBytes, readProperties } from "../../values/index.js";

/** The most lines of a header. */
const MAX_LINES = 1_000;

type Handle = (request: Request) => Promise<Response> | Response;

export const nodeHandler: typeof api.nodeHandler = (handle) => async (request, response) => {
  let outgoing = response as api.NodeResponse;
  try {
    const { raw } = readProperties(response, ["raw"]) as { raw?: api.NodeResponse };
    const { body, raw: incoming = request } = readProperties(request, ["body", "raw"]);
    if (raw !== undefined) {
      outgoing = raw;
      // After `hijack`, Fastify does not send a reply of its own.
      (response as { hijack: () => void }).hijack();
    }
    await respond(handle, incoming as api.NodeRequest, body, outgoing);
  } catch (error) {
    // Nobody waits for a listener of `createServer`: a rejection would end the process.
    console.error(error);
    fail(outgoing);
  }
};

function fail(outgoing: api.NodeResponse): void {
  try {
    if (!outgoing.headersSent) outgoing.writeHead(500, {});
    outgoing.end(new Uint8Array());
  } catch (error) {
    console.error(error);
  }
}

async function respond(
  handle: Handle,
  incoming: api.NodeRequest,
  body: unknown,
  outgoing: api.NodeResponse,
): Promise<void> {
  const request = toRequest(incoming, body);
  const response =
    request === undefined
      ? new Response(null, { __proto__: null, status: 400 } as ResponseInit)
      : await handle(request);
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  // Only cookies may occur several times.
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const content = new Uint8Array(await response.arrayBuffer());
  // The rest of a long body is not read, so the connection can't be used again.
  if (!incoming.complete) headers["connection"] = "close";
  outgoing.writeHead(response.status, headers);
  outgoing.end(content);
}

/** The request; `undefined` if its address or its headers are invalid. */
function toRequest(incoming: api.NodeRequest, parsed: unknown): Request | undefined {
  const {
    method = "GET",
    headers,
    url = "/",
  } = readProperties(incoming, ["method", "headers", "url"]) as Partial<
    Pick<api.NodeRequest, "method" | "headers" | "url">
  >;
  const hasBody = method !== "GET" && method !== "HEAD";
  if (typeof method !== "string" || typeof url !== "string") return undefined;
  try {
    const copy = new Headers();
    for (const [name, value] of Object.entries(headers ?? {})) {
      // In HTTP/2, names that begin with a colon are no headers.
      if (value !== undefined && !name.startsWith(":")) copy.set(name, textOfHeader(value));
    }
    return new Request(new URL(url, `http://${copy.get("host") ?? "localhost"}`), {
      __proto__: null,
      method,
      headers: copy,
      ...(hasBody ? { body: parsed === undefined ? streamOf(incoming) : textOf(parsed), duplex: "half" } : {}),
    } as RequestInit);
  } catch {
    return undefined;
  }
}

/** The value of a header, whose lines may be a list. Throws for other values. */
function textOfHeader(value: unknown): string {
  const lines = typeof value === "string" ? [value] : copyList("a header", value, MAX_LINES);
  if (lines?.every((line) => typeof line === "string")) return lines.join(", ");
  throw invalid("INVALID_OPTION", "a header", value, "a text or a list of texts");
}

/** The body that a framework has read already. */
function textOf(parsed: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof parsed === "string") return parsed;
  return isBytes(parsed) ? Uint8Array.from(parsed) : JSON.stringify(parsed);
}

/** The body of a request, which is read only as fast as it is asked for. */
function streamOf(incoming: api.NodeRequest): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      __proto__: null,
      start(controller: ReadableStreamDefaultController<Uint8Array>) {
        const end = (act: () => void) => (): void => {
          if (!isOver) act();
          isOver = true;
        };
        incoming.on("data", (chunk) => {
          incoming.pause();
          if (!isOver) controller.enqueue(chunk as Uint8Array);
        });
        incoming.on(
          "end",
          end(() => {
            controller.close();
          }),
        );
        incoming.on(
          "close",
          end(() => {
            controller.error(new Error("the connection was closed"));
          }),
        );
        incoming.on(
          "error",
          end(() => {
            controller.error(new Error("the connection failed"));
          }),
        );
        incoming.pause();
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        isOver = true;
        incoming.pause();
      },
    } as UnderlyingDefaultSource<Uint8Array>,
    { __proto__: null, highWaterMark: 0 } as QueuingStrategy,
  );
}
