// Calls a handler from Node.js' `http`, and from Express and Fastify.

import type * as api from "../../../types/lease/http.js";
import { isBytes } from "../../values.js";

type Handle = (request: Request) => Promise<Response> | Response;

export const nodeHandler: typeof api.nodeHandler = (handle) => (request, response) => {
  const { raw } = response as { raw?: api.NodeResponse };
  const incoming = (request as { raw?: api.NodeRequest }).raw ?? (request as api.NodeRequest);
  // Fastify's reply is answered behind its back.
  if (raw !== undefined) (response as { hijack: () => void }).hijack();
  void respond(handle, incoming, (request as { body?: unknown }).body, raw ?? (response as api.NodeResponse));
};

async function respond(
  handle: Handle,
  incoming: api.NodeRequest,
  body: unknown,
  outgoing: api.NodeResponse,
): Promise<void> {
  const { status, headers, text } = await answerOf(handle, incoming, body);
  // What is left of a long body is not read.
  if (!incoming.complete) headers["connection"] = "close";
  outgoing.writeHead(status, headers);
  outgoing.end(text);
}

async function answerOf(
  handle: Handle,
  incoming: api.NodeRequest,
  body: unknown,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  let request: Request;
  try {
    request = toRequest(incoming, body);
  } catch {
    return { status: 400, headers: {}, text: "" };
  }
  const response = await handle(request);
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

function toRequest(incoming: api.NodeRequest, parsed: unknown): Request {
  const { method = "GET", headers, url = "/" } = incoming;
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copy.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${headers.host ?? "localhost"}`), {
    method,
    headers: copy,
    ...(hasBody ? { body: parsed === undefined ? streamOf(incoming) : textOf(parsed), duplex: "half" } : {}),
  } as RequestInit);
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
      start(controller) {
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
    },
    { highWaterMark: 0 },
  );
}
