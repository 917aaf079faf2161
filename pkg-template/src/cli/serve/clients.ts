// Seats for clients that must not see the store, such as browsers. They make IDs by themselves.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnyFormatWithEpoch } from "flakekit";
import type { LeaseStore } from "flakekit/lease";
import type { HandlerOptions } from "flakekit/lease/http";
import { CLIENT_OPTIONS, defaultOf, type Given, numbersOf, UsageError, wholeNumber } from "../words/index.js";
import { quoted } from "../io/index.js";

/** Answers a client's request for a seat. */
export type AnswerClient = (request: IncomingMessage, response: ServerResponse) => void;

/** A function that makes the `AnswerClient` of a format; `undefined` if clients get no seats. */
export async function clientsOf(
  values: Given["values"],
): Promise<((format: AnyFormatWithEpoch, store: LeaseStore) => AnswerClient) | undefined> {
  const first = CLIENT_OPTIONS.find(({ name }) => values[name] !== undefined);
  if (first === undefined) return undefined;
  for (const name of ["clients", "authorize", "secret", "nodes"]) {
    if (values[name] === undefined) throw new UsageError(`--${first.name} is given, so --${name} must be given too`);
  }
  const nodes = numbersOf("--clients", values.clients, "-", "512-1023");
  const own = numbersOf("--nodes", values.nodes, "-", "0-511");
  if (Math.max(Math.min(...nodes), Math.min(...own)) <= Math.min(Math.max(...nodes), Math.max(...own))) {
    throw new UsageError(`--clients ${nodes.join("-")} and --nodes ${own.join("-")} have nodes in common; divide them`);
  }
  const terms: Pick<HandlerOptions, "nodes" | "shares" | "window" | "clockSkew"> = {
    nodes,
    shares: optional("client-shares", values),
    window: optional("client-window", values),
    clockSkew: optional("clock-skew", values),
  };
  const authorize = await authorizeOf(String(values.authorize));
  const secret = (values.secret as string[]).map(readSecret);
  const space = values.space as string | undefined;
  const { handler, nodeHandler } = await import("flakekit/lease/http");
  return (format, store) => nodeHandler(handler({ format, store, space, ...terms, authorize, secret }));
}

function optional(name: string, values: Given["values"]): number | undefined {
  return values[name] === undefined ? undefined : wholeNumber(`--${name}`, values[name]);
}

async function authorizeOf(path: string): Promise<HandlerOptions["authorize"]> {
  const exported = await defaultOf("--authorize", path);
  if (typeof exported === "function") return exported as HandlerOptions["authorize"];
  throw new UsageError(`${quoted(path)} must export a function by default, which returns who sends a request`);
}

/** The smallest length of a secret, in bytes. */
const MIN_SECRET = 32;

/** The secret in a file, without the line end that editors and commands add. */
function readSecret(path: string): Uint8Array {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`--secret can't be read: ${(error as Error).message}`);
  }
  const [lineEnd = ""] = /\r?\n$/.exec(bytes.toString("latin1")) ?? [];
  const secret = bytes.subarray(0, bytes.length - lineEnd.length);
  if (secret.length >= MIN_SECRET) return secret;
  throw new UsageError(
    `--secret ${quoted(path)} has ${secret.length} bytes; it must have at least ${MIN_SECRET} random ones, as of openssl rand -hex 32`,
  );
}
