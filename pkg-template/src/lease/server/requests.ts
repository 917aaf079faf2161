// Reads requests, which may come from anybody.

import { LEASE_TASKS } from "../../generated/contract.js";
import type { Task } from "../protocol/index.js";
import { isWholeNumber, readProperties } from "../../values/index.js";
import { MAX_AVOIDED, PRINTABLE, startTimer, within } from "../stores/index.js";
import { type Answer, refusal } from "./answers.js";

/** The longest body of a request, in bytes. */
const MAX_BODY = 4_096;

/** The longest time for a body, in ms. */
const MAX_BODY_MS = 10_000;

/** Like all options for the runtime, it has no prototype, so that it inherits nothing of `Object.prototype`. */
const STREAM = { __proto__: null, stream: true };

/** A request that was read. */
export interface Asked {
  /**
   * A random text that the reply repeats, so that a reply from a cache is recognised. Transports without caches give no
   * such text.
   */
  readonly nonce: string | undefined;
  readonly task: Task;
  readonly layout: string;
  readonly name: string;
  /** Empty in a claim. */
  readonly grant: string;
  readonly usedUntil: number;
  readonly avoid: readonly (readonly [node: number, share: number])[];
}

/** The reply that refuses the head of a request; `undefined` if the head is acceptable. */
export function checkHead(request: Request): Answer | undefined {
  if (request.method !== "POST") return refusal(405, "INVALID_OPTION", "leases are asked for by POST");
  // Forms of other sites can't send this type, so such forms can't use the cookies of a user to make requests.
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return refusal(415, "INVALID_OPTION", "the content type must be application/json");
  return Number(request.headers.get("content-length") ?? 0) > MAX_BODY ? tooLong() : undefined;
}

function tooLong(): Answer {
  return refusal(413, "INVALID_OPTION", `the body is longer than ${MAX_BODY} bytes`);
}

/** Reads the body of a request, or returns the reply that refuses it. */
export async function readBody({ body }: Request): Promise<string | Answer> {
  if (body === null) return "";
  const reader = body.getReader();
  const cancel = (answer: Answer): Answer => {
    reader.cancel().catch(() => undefined);
    return answer;
  };
  return within(startTimer(MAX_BODY_MS), readText(reader, cancel), () =>
    cancel(refusal(408, "INVALID_OPTION", `the body did not arrive within ${MAX_BODY_MS} ms`)),
  );
}

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  cancel: (answer: Answer) => Answer,
): Promise<string | Answer> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      length += chunk.value.length;
      if (length > MAX_BODY) return cancel(tooLong());
      text += decoder.decode(chunk.value, STREAM);
    }
  } catch {
    return refusal(400, "INVALID_OPTION", "the body ended too early");
  }
  return text;
}

/** Whether a value can be a random text that a client has chosen. */
function isName(value: unknown): boolean {
  return typeof value === "string" && /^[\w-]{16,64}$/.test(value);
}

/** The reply to a body that no lease sends. */
export const NO_LEASE_ASKS_SO = refusal(400, "INVALID_OPTION", "the body is not what a lease of this version sends");

const ASKED_NAMES = ["nonce", "task", "layout", "name", "grant", "usedUntil", "avoid"];

/** Reads a body; `undefined` if no lease sends such a body. */
export function readAsked(text: string): Asked | undefined {
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { nonce, task, layout, name, grant = "", usedUntil = 0, avoid = [] } = readProperties(asked, ASKED_NAMES);
  const isValid =
    isName(name) &&
    (nonce === undefined || isName(nonce)) &&
    (LEASE_TASKS as readonly unknown[]).includes(task) &&
    [layout, grant].every((value) => typeof value === "string" && PRINTABLE.test(value)) &&
    isWholeNumber(usedUntil) &&
    Array.isArray(avoid) &&
    avoid.length <= MAX_AVOIDED &&
    avoid.every((seat) => Array.isArray(seat) && seat.length === 2 && seat.every(isWholeNumber));
  return isValid ? ({ nonce, task, layout, name, grant, usedUntil, avoid } as Asked) : undefined;
}
