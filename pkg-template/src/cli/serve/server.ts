// The HTTP server: its limits, the choice of the route, and its end.

import { once } from "node:events";
import { createServer, type IncomingMessage, Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as SocketServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { UsageError } from "../words/index.js";
import { refuse } from "./answer.js";
import { Connection } from "./connection.js";
import { asHttpError, HttpError } from "./error.js";
import { ROUTES, type Service } from "./routes.js";
import type { Lane } from "./turns.js";

/**
 * The longest times for the headers and for all of a request, how often they are checked, and the longest time between an answer
 * and the next request, in ms.
 */
const TIMEOUTS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
};

/** The longest headers, in bytes. The limit is low, because paths and parameters are short. */
const MAX_HEADERS = 8 * 1024;

/**
 * A connection without any traffic for this time, in ms, is closed. A client that does not read has such a connection.
 */
const MAX_SILENCE = 30_000;

/** When the server ends, how long the requests that are being answered may take, in ms. */
const MAX_END = 5_000;

/**
 * Refuses a runtime whose HTTP server reads its sockets by itself, as Bun's does: no `Connection` can stand between its
 * sockets and its parser.
 */
export function refuseOtherServers(): void {
  if (Server.prototype instanceof SocketServer) return;
  throw new UsageError(
    "serve needs Node or Deno: in this runtime it can't limit the requests of a connection (Bun's HTTP server reads its sockets by itself); with bunx, leave out --bun",
  );
}

/** Serves until `stop` is called. */
export class HttpServer {
  readonly #server: Server;

  /** The connections read their requests in `lane`. */
  constructor(service: Service, lane: Lane) {
    const { connections } = service;
    this.#server = createServer({ ...TIMEOUTS, maxHeaderSize: MAX_HEADERS }, (request, response) => {
      (request.socket as unknown as Connection).answerInTurn(
        request,
        response,
        () => void serve(request, response, service),
      );
    });
    this.#server.setTimeout(MAX_SILENCE);
    this.#server.maxConnections = connections.max;
    this.#server.on("drop", () => {
      connections.drop();
    });
    // Node's listener reads the requests of a connection. It accepts any stream in place of a socket.
    const listeners = this.#server.listeners("connection") as ((stream: Duplex) => void)[];
    this.#server.removeAllListeners("connection");
    this.#server.on("connection", (socket: Socket) => {
      connections.open += 1;
      socket.once("close", () => (connections.open -= 1));
      const connection = new Connection(socket, lane);
      for (const listener of listeners) listener.call(this.#server, connection);
    });
  }

  /** Listens. Resolves to the URL of the server. */
  async listen(host: string, port: number): Promise<string> {
    this.#server.listen({ host, port });
    try {
      await once(this.#server, "listening");
    } catch (error) {
      const { message } = error as Error;
      throw new UsageError(`the server can't listen: ${message}; give another --port or --host`);
    }
    const { address, family, port: chosen } = this.#server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${chosen}`;
  }

  /** Takes no more requests. Resolves when the running requests have ended, or `MAX_END` has passed. */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    const timer = setTimeout(() => {
      this.#server.closeAllConnections();
    }, MAX_END);
    await closed;
    clearTimeout(timer);
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  const { pathname, searchParams: query } = urlOf(request);
  const route = ROUTES.find(({ path }) => path.test(pathname));
  response.on("close", () => {
    service.requests.add(route?.name ?? "other", response.statusCode);
  });
  try {
    if (route?.takesBody !== true) refuseBody(request);
    if (route === undefined) throw noPath();
    if (!route.methods.includes(request.method ?? "")) throw notAllowed(route.methods);
    await route.run({ request, response, query, service }, route.path.exec(pathname)?.[1]);
  } catch (error) {
    fail(service, request, response, error);
  }
}

/** The URL of a request. Only its path and its parameters are used, so it does not matter which host is named. */
function urlOf({ url = "/" }: IncomingMessage): URL {
  const base = "http://localhost";
  return URL.canParse(url, base) ? new URL(url, base) : new URL(base);
}

/** Refuses a body, because it would have to be read before the next request of the connection. */
function refuseBody({ headers }: IncomingMessage): void {
  if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0") return;
  throw new HttpError(413, "BODY_TOO_LARGE", "this path takes no body", { connection: "close" });
}

function noPath(): HttpError {
  const paths = "/<format>/next, /<format>/lease, /decode/<id>, /health and /metrics";
  return new HttpError(404, "NOT_FOUND", `there is no such path; there are ${paths}`);
}

function notAllowed(methods: readonly string[]): HttpError {
  const allow = methods.join(", ");
  return new HttpError(405, "METHOD_NOT_ALLOWED", `this path takes ${allow}`, { allow });
}

/** Answers with the error. An answer that has begun is cut, so that the client does not take it for complete. */
function fail(service: Service, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const known = asHttpError(error);
  if (known === undefined) service.log(String((error as Error).stack));
  if (response.headersSent) response.destroy();
  else refuse(request, response, known ?? new HttpError(500, "INTERNAL", "the server has failed; see its log"));
}
