// Answers requests for leases. The cost of a request is bounded before it is parsed.

import {
  copyList,
  defineValue,
  FlakeError,
  invalid,
  isBytes,
  optionalWithin,
  partsOfTypedArray,
  readGuarded,
  readOptions,
  readProperties,
} from "../../values/index.js";
import { TERM_NAMES } from "../../generated/contract.js";
import type { LeaseInternals } from "../keeper/index.js";
import { startTimer, storeFailed, within } from "../stores/index.js";
import { Keys } from "./grants.js";
import { Limits } from "./concurrency.js";
import { checkHead, NO_LEASE_ASKS_SO, readAsked, readBody } from "./requests.js";
import { type Answer, refusal } from "./answers.js";
import { answer, type Leasing, owns } from "./steps.js";

/** The shortest secret, in bytes. */
const MIN_SECRET = 32;

const MAX_SECRETS = 10;

/** The largest quota. Lists of seats have room for more seats. */
const MAX_QUOTA = 64;

const DEFAULT_QUOTA = 16;

const MAX_CONCURRENCY = 100_000;

const DEFAULT_CONCURRENCY = 100;

/** The longest name of a caller, in characters. */
const MAX_CALLER = 1_000;

/** The longest time for `authorize`, in ms. */
const MAX_AUTHORIZE_MS = 10_000;

const CALLER = `a text of 1 to ${MAX_CALLER} characters, well-formed`;

type Authorize = (request: Request, body: string) => unknown;

const OWN_NAMES = ["format", "store", "authorize", "secret", "quota", "concurrency", "onError"];

class Handler {
  readonly #leasing: Leasing;
  readonly #authorize: Authorize;
  readonly #limits: Limits;
  readonly #onError: (error: unknown) => void;

  constructor(internals: LeaseInternals, given: unknown) {
    const options = readOptions("handler()", given, [...OWN_NAMES, ...TERM_NAMES]);
    const {
      format,
      store,
      authorize,
      onError = (error: unknown) => {
        console.error(error);
      },
    } = options;
    if (typeof authorize !== "function") {
      throw invalid("INVALID_OPTION", "authorize", authorize, "a function that returns who sends a request");
    }
    if (typeof onError !== "function") throw invalid("INVALID_OPTION", "onError", onError, "a function");
    if (options.nodes === undefined) {
      throw new FlakeError(
        "INVALID_OPTION",
        "nodes is missing; give the node numbers that callers may have, and no others of this space, such as [512, 1023]",
      );
    }
    const known = internals._requiredStore(store);
    const leased = internals._requiredFormat(format);
    const terms = internals._readTerms(leased, known, readProperties(options, TERM_NAMES));
    const quota = optionalWithin("quota", options.quota, MAX_QUOTA, DEFAULT_QUOTA, 1);
    this.#leasing = {
      internals,
      store: known,
      terms,
      keys: new Keys(readSecrets(options.secret), terms),
      quota,
    };
    this.#authorize = authorize as Authorize;
    const concurrency = optionalWithin("concurrency", options.concurrency, MAX_CONCURRENCY, DEFAULT_CONCURRENCY, 1);
    this.#limits = new Limits(concurrency, Math.max(quota, concurrency / 4));
    this.#onError = onError as (error: unknown) => void;
  }

  async _handle(request: Request): Promise<Response> {
    try {
      return await this.#respond(request);
    } catch (error) {
      this.#report(error);
      return toResponse(failure());
    }
  }

  async _owns(id: unknown, caller: unknown): Promise<boolean> {
    if (!isCaller(caller)) throw invalid("INVALID_OPTION", "caller", caller, `what authorize returns: ${CALLER}`);
    return owns(this.#leasing, id, caller);
  }

  async #respond(request: Request): Promise<Response> {
    const refused = checkHead(request);
    if (refused !== undefined) return toResponse(refused);
    // The body is read before `authorize` is called, so that a slow sender takes no place from other callers.
    const body = await readBody(request);
    if (typeof body !== "string") return toResponse(body);
    const caller = await this.#limits._run(() => this.#identify(request, body));
    if (typeof caller !== "string") return caller instanceof Response ? caller : toResponse(caller);
    const asked = readAsked(body);
    if (asked === undefined) return toResponse(NO_LEASE_ASKS_SO);
    const reply = await this.#limits._runFor(caller, () => this.#perform(caller, asked));
    return toResponse({ ...reply, body: { nonce: asked.nonce, ...reply.body } });
  }

  /** The caller who sends a request, or the reply if it is refused. */
  async #identify(request: Request, body: string): Promise<string | Response | Answer> {
    let caller: unknown;
    try {
      caller = await inTime(async () => this.#authorize(request, body));
    } catch (error) {
      if (error instanceof Response) return error.clone();
      // This is no refusal: a service that `authorize` asks may be down, so the caller should try again.
      this.#report(error);
      return failure();
    }
    if (caller === undefined || caller === null)
      return refusal(401, "STORE_FAILED", "the request names no known caller");
    // The response is copied, because `authorize` may return this response again.
    if (caller instanceof Response) return caller.clone();
    if (isCaller(caller)) return caller;
    this.#report(invalid("INVALID_OPTION", "what authorize returns", caller, CALLER));
    return refusal(500, "STORE_FAILED", "the server can't say who the caller is; its own log says why");
  }

  async #perform(caller: string, asked: Parameters<typeof answer>[2]): Promise<Answer> {
    try {
      return await answer(this.#leasing, caller, asked);
    } catch (error) {
      // The caller must not learn how the store is reached.
      this.#report(error);
      return failure();
    }
  }

  #report(error: unknown): void {
    try {
      this.#onError(error);
    } catch (thrown) {
      // As the exception of an event listener, an exception of `onError` must neither end the request nor be lost.
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }
}

/** Waits for `authorize`, but not for ever: a call that never answers would keep its place among the running requests. */
function inTime<T>(run: () => Promise<T>): Promise<T> {
  return within(startTimer(MAX_AUTHORIZE_MS), run(), () => {
    const remedy = "give what it waits for a time-out";
    throw storeFailed(`authorize has not answered within ${MAX_AUTHORIZE_MS} ms: ${remedy}`);
  });
}

/**
 * A caller as a text that UTF-8 can write. With half of a surrogate pair, its grants would be valid for other callers:
 * UTF-8 has one text for all halves of pairs.
 */
function isCaller(caller: unknown): caller is string {
  return typeof caller === "string" && caller !== "" && caller.length <= MAX_CALLER && !isIllFormed(caller);
}

/** Whether a text has half of a surrogate pair. Engines of 2022 have no `isWellFormed`. */
const isIllFormed = (text: string): boolean => /\p{Cs}/u.test(text);

function failure(): Answer {
  return refusal(503, "STORE_FAILED", "the server can't lease now; its own log says why");
}

function toResponse({ status, body }: Answer): Response {
  const headers: Record<string, string> = { __proto__: null as never, "cache-control": "no-store" };
  if (status === 405) headers["allow"] = "POST";
  if (status === 503) headers["retry-after"] = "1";
  return Response.json(body, { __proto__: null, status, headers } as ResponseInit);
}

/** The bytes of the secrets. */
function readSecrets(given: unknown): Uint8Array<ArrayBuffer>[] {
  return readGuarded("INVALID_OPTION", "secret", () => {
    const list = Array.isArray(given) ? copyList("secret", given, MAX_SECRETS) : [given];
    const secrets = list?.map(secretBytes) ?? [];
    const isValid = (secret: Uint8Array | undefined): secret is Uint8Array<ArrayBuffer> =>
      secret !== undefined && secret.length >= MIN_SECRET;
    if (secrets.length >= 1 && secrets.every(isValid)) return secrets;
    // The message does not contain the secret.
    throw new FlakeError(
      "INVALID_OPTION",
      `secret must be a well-formed text or a Uint8Array of at least ${MIN_SECRET} random bytes, or a list of up to ${MAX_SECRETS} of them`,
    );
  });
}

/** A copy of the bytes of a secret; `undefined` for other values. */
function secretBytes(secret: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof secret === "string") return isIllFormed(secret) ? undefined : new TextEncoder().encode(secret);
  return isBytes(secret) ? new Uint8Array(...partsOfTypedArray(secret)).slice() : undefined;
}

/** A handler that uses the functions of an entry of leases. */
export function newHandler(internals: LeaseInternals, options: unknown): object {
  const instance = new Handler(internals, options);
  const handle = (request: Request): Promise<Response> => instance._handle(request);
  defineValue(handle, "owns", (id: unknown, caller: unknown) => instance._owns(id, caller));
  return handle;
}
