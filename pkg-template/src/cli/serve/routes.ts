// The paths of a server, and the functions that answer requests for them.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnyFormatWithEpoch, AnyId } from "flakekit";
import { inspect } from "flakekit/inspect";
import { jsonOf, quoted } from "../io/index.js";
import { requiredFormat } from "../words/index.js";
import { answer, answerJson, JSON_TYPE, stream, TEXT_TYPE, wantsJson } from "./answer.js";
import { HttpError } from "./error.js";
import type { Issuer } from "./issuer.js";
import { METRICS_TYPE, metricsText } from "./metrics.js";
import type { Connections } from "./connections.js";
import type { Requests } from "./requests.js";
import { type NextQuery, readDecodeQuery, readNextQuery, refuseQuery } from "./query.js";

/** The formats and the limits of a server, its counts and its log. */
export interface Service {
  readonly issuers: readonly Issuer[];
  /** The largest count of IDs that a request can ask for. */
  readonly maxCount: number;
  readonly requests: Requests;
  readonly connections: Connections;
  /** Writes a failure to the server's log. */
  readonly log: (text: string) => void;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly service: Service;
}

/** A kind of paths, and the function that answers requests for them. */
export interface Route {
  /** The name under which its requests are counted. */
  readonly name: string;
  /** Matches a path. `run` gets the text of its group, if it has one. */
  readonly path: RegExp;
  readonly methods: readonly string[];
  readonly takesBody?: boolean;
  readonly run: (exchange: Exchange, part: string | undefined) => void | Promise<void>;
}

/** HEAD is not among the methods, because it would use up IDs that nobody gets. */
const MAKING = ["GET", "POST"];
const READING = ["GET", "HEAD"];

export const ROUTES: readonly Route[] = [
  { name: "next", path: /^\/([^/]+)\/next$/, methods: MAKING, run: next },
  { name: "lease", path: /^(?:\/([^/]+))?\/lease$/, methods: ["POST"], takesBody: true, run: lease },
  { name: "decode", path: /^\/decode\/([^/]+)$/, methods: READING, run: decode },
  { name: "health", path: /^\/health$/, methods: READING, run: health },
  { name: "metrics", path: /^\/metrics$/, methods: READING, run: metrics },
];

/** The issuer of a format; without a name, the only issuer. */
function issuerOf({ issuers }: Service, name = issuers.length === 1 ? issuers[0]?.format.name : ""): Issuer {
  const issuer = issuers.find(({ format }) => format.name.toLowerCase() === name?.toLowerCase());
  if (issuer !== undefined) return issuer;
  const names = issuers.map(({ format }) => format.name).join(", ");
  throw new HttpError(404, "NOT_FOUND", `this server makes no IDs of ${quoted(name ?? "")}; it makes ${names}`);
}

async function next({ request, response, query, service }: Exchange, name: string | undefined): Promise<void> {
  const issuer = issuerOf(service, name);
  const asked = readNextQuery(issuer.format, query, service.maxCount);
  const chunks = made(issuer, asked, { response, requests: service.requests });
  if (wantsJson(request)) await stream(response, JSON_TYPE, inJson(chunks, asked));
  else await stream(response, TEXT_TYPE, inLines(chunks, asked));
}

/** The IDs in chunks of at least one ID each. The chunks end when the count is reached or the client has gone. */
async function* made(
  issuer: Issuer,
  { count, metadata }: NextQuery,
  { response, requests }: { response: ServerResponse; requests: Requests },
): AsyncGenerator<AnyId[]> {
  const isWanted = (): boolean => !response.destroyed;
  let ids = await requests.whileWaiting(() => issuer.make(count, metadata, isWanted));
  for (let left = count; ids !== undefined; ids = await issuer.make(left, metadata, isWanted)) {
    yield ids;
    left -= ids.length;
    if (left === 0) return;
  }
}

/** The IDs, one per line. */
async function* inLines(chunks: AsyncGenerator<AnyId[]>, { text }: NextQuery): AsyncGenerator<string> {
  for await (const ids of chunks) yield `${ids.map(text).join("\n")}\n`;
}

/** The IDs as a list: of numbers if IDs are numbers and no parameter asks for texts, otherwise of texts. */
async function* inJson(chunks: AsyncGenerator<AnyId[]>, { count, text, isText }: NextQuery): AsyncGenerator<string> {
  let written = 0;
  for await (const ids of chunks) {
    const before = written === 0 ? "[" : ",";
    written += ids.length;
    const texts = ids.map((id) => jsonOf(isText ? text(id) : id));
    yield `${before}${texts.join(",")}${written === count ? "]\n" : ""}`;
  }
}

/** Leases a seat to a client. */
function lease({ request, response, service }: Exchange, name: string | undefined): void {
  const { format, answerClient } = issuerOf(service, name);
  if (answerClient === undefined) {
    const message = `this server leases no seats of ${format.name}: it was started without --clients`;
    throw new HttpError(404, "NOT_FOUND", message);
  }
  answerClient(request, response);
}

function decode({ response, query, service }: Exchange, part = ""): void {
  const name = readDecodeQuery(query);
  const id = decoded(part);
  if (name !== undefined) {
    const format = formatToRead(service, name);
    const { timestamp, date, ...fields } = format.decode(id);
    answerJson(response, { id, format: format.name, timestamp, date, ...fields });
    return;
  }
  const candidates = inspect(id);
  if (candidates.length === 0) throw new HttpError(400, "INVALID_ID", `${quoted(id)} is no ID of any format`);
  answerJson(response, { id, candidates });
}

/** A format with an epoch. For a format that is served, the epoch is that of the server. */
function formatToRead({ issuers }: Service, name: string): AnyFormatWithEpoch {
  const format = requiredFormat(name);
  const served = issuers.find((issuer) => issuer.format.name === format.name)?.format;
  if (served !== undefined) return served;
  if (format.epoch !== null) return format;
  throw new HttpError(400, "EPOCH_REQUIRED", `${format.name} has no epoch of its own, and is not served here with one`);
}

/** A part of a path, with its percent-encoding decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new HttpError(400, "INVALID_ID", `${quoted(part)} has a % that begins no UTF-8 character`);
  }
}

function health({ response, query, service }: Exchange): void {
  refuseQuery(query);
  const leases = service.issuers.map(({ format, lease }) => {
    const { state, fields, until, lastError } = lease.status();
    return { format: format.name, state, fields, until, lastError: lastError?.message ?? null };
  });
  const isHealthy = leases.every(({ state }) => state === "held");
  answerJson(response, { healthy: isHealthy, leases }, isHealthy ? 200 : 503);
}

function metrics({ response, query, service }: Exchange): void {
  refuseQuery(query);
  answer(response, METRICS_TYPE, metricsText(service.requests, service.connections, service.issuers));
}
