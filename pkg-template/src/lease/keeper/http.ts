// The server of leases at a URL. Each request has a random number, which its reply repeats. So a reply that a cache has kept
// for an earlier request is recognised.

import type * as api from "../../../types/lease/http.js";
import type { LeaseRequest, LeaseServer } from "../../../types/lease/store.js";
import {
  collect,
  copyList,
  FlakeError,
  invalid,
  quoted,
  readGuarded,
  readOptions,
  readProperties,
  reason,
} from "../../values/index.js";
import { MAX_ANSWER_MS } from "../../generated/contract.js";
import { monotonic } from "./clock.js";
import { joinTexts, randomHex, storeFailed } from "../stores/index.js";

/** The most headers that are read. */
const MAX_HEADERS = 1_000;

/** The longest `Retry-After` that is obeyed, in s. */
const MAX_RETRY_S = 60;

/** Aborts a request that gets no answer. Where the engine has no such signal, as browsers before 2022, the request stays open. */
const answerTimeout = (): AbortSignal | null => {
  const { AbortSignal } = globalThis as { AbortSignal?: { timeout?: (ms: number) => AbortSignal } };
  return AbortSignal?.timeout?.(MAX_ANSWER_MS) ?? null;
};

class HttpServer implements LeaseServer {
  readonly location: unknown;
  readonly #url: string;
  readonly #options: api.HttpOptions;
  /** The headers of all requests, sorted by name; `undefined` if a function returns those of each request. */
  readonly #headers: Record<string, string> | undefined;
  /** The reading of the monotonic clock before which nothing is asked, because of the server's `Retry-After`. */
  #notBefore = 0;
  #refusal: FlakeError | undefined;

  constructor(url: string, options: api.HttpOptions) {
    this.#url = url;
    this.#options = options;
    const { fetch, headers, credentials } = options;
    if (typeof headers !== "function") this.#headers = plain(headers);
    const isPlain = fetch === undefined && this.#headers !== undefined;
    const texts = [url, String(credentials), ...Object.entries(this.#headers ?? {}).flat()];
    this.location = isPlain ? `http ${joinTexts(...texts)}` : this;
  }

  async ask(request: LeaseRequest): Promise<object> {
    // A release is not repeated, so it is not put off.
    const mayAsk = request.task === "release" || monotonic() >= this.#notBefore;
    if (!mayAsk && this.#refusal !== undefined) throw this.#refusal;
    const nonce = randomHex();
    const response = await this.#send(request, nonce);
    const reply = await this.#read(response);
    if (isRedirect(response)) throw this.#redirected(response);
    const { nonce: echoed, message } = readProperties(reply, ["nonce", "message"]);
    if (reply !== undefined && echoed === nonce) {
      if (response.ok) return reply;
      this.#pause(response, storeFailed(`${this.#url} answered ${response.status} and asks to wait`));
      return reply;
    }
    if (response.ok && reply !== undefined) {
      throw storeFailed(`${this.#url} answered another request: see whether a cache keeps replies to POST requests`);
    }
    throw this.#refused(response, message);
  }

  async #send(request: LeaseRequest, nonce: string): Promise<Response> {
    const { fetch = globalThis.fetch, headers, credentials } = this.#options;
    try {
      const given = typeof headers === "function" ? headers() : {};
      // The headers are awaited only if they are a promise: a page that is unloaded runs nothing later.
      const own = this.#headers ?? plain(isPromise(given) ? await given : given);
      // Both objects have no prototype, so that properties which other code adds to `Object.prototype` become neither options
      // nor headers.
      return await fetch(this.#url, {
        __proto__: null,
        method: "POST",
        headers: { __proto__: null as never, ...own, "content-type": "application/json" },
        body: JSON.stringify({ ...request, nonce }),
        // Whoever follows a redirect sends it the headers, whichever origin it names. workerd does not take "error".
        redirect: "manual",
        // With `keepalive`, the browser sends the request although the page is closed.
        keepalive: request.task === "release",
        signal: answerTimeout(),
        ...(credentials === undefined ? {} : { credentials }),
      } as api.FetchOptions);
    } catch (error) {
      throw storeFailed(
        `${this.#url} can't be asked: ${reason(error)}; see whether it can be reached, and whether another origin allows it (CORS)`,
        error,
      );
    }
  }

  /** The JSON object of a response, if it is one. */
  async #read(response: Response): Promise<object | undefined> {
    try {
      const reply: unknown = await response.json();
      return typeof reply === "object" && reply !== null ? reply : undefined;
    } catch {
      return undefined;
    }
  }

  /** The error of a response that is no answer to the request. */
  #refused(response: Response, said: unknown): FlakeError {
    const { status, headers } = response;
    const message = typeof said === "string" ? `: ${said.slice(0, 1_000)}` : "";
    const row = REFUSALS.get(status);
    const remedy = row?.remedy ?? (response.ok ? `${NO_HANDLER}, and whether a log-in answers in its place` : "");
    const error = storeFailed(
      `${this.#url} answered ${status}${message} (${headers.get("content-type") ?? "no content type"})${remedy && `; ${remedy}`}`,
      undefined,
      row?.isPermanent ?? false,
    );
    this.#pause(response, error);
    return error;
  }

  /** The error of a redirect. Browsers hide its status, which is 0 there, and its address. */
  #redirected(response: Response): FlakeError {
    const { status, headers } = response;
    const address = headers.get("location");
    const error = storeFailed(
      `${this.#url} answered ${status === 0 ? "with" : `${status},`} a redirect${address === null ? "" : ` to ${address.slice(0, 1_000)}`}; ` +
        "none is followed, because it would get the caller's headers: give the address of the handler itself, or log in",
      undefined,
      true,
    );
    this.#pause(response, error);
    return error;
  }

  /** Obeys a `Retry-After`: until it is over, `ask` throws this error. */
  #pause({ headers }: Response, error: FlakeError): void {
    const seconds = Number(headers.get("retry-after"));
    if (!(seconds > 0)) return;
    this.#notBefore = monotonic() + 1_000 * Math.min(seconds, MAX_RETRY_S);
    this.#refusal = error;
  }
}

const NO_HANDLER = "see whether the address is that of a handler";

/** By status: the remedy, and whether the error is permanent, so that every attempt has it until somebody corrects something. */
const REFUSALS: ReadonlyMap<number, { remedy: string; isPermanent: boolean }> = new Map([
  [401, { remedy: "authorize does not know the caller: give headers or credentials", isPermanent: true }],
  [403, { remedy: "authorize refuses the caller", isPermanent: true }],
  ...[404, 405, 410, 501].map((status) => [status, { remedy: NO_HANDLER, isPermanent: true }] as const),
  [429, { remedy: "the server is asked too often: try later", isPermanent: false }],
  [503, { remedy: "the server has too much to do: try later", isPermanent: false }],
]);

export function http(url: unknown, given?: unknown): LeaseServer {
  const options = readOptions("http()", given, ["headers", "fetch", "credentials"]);
  const { headers, fetch, credentials } = options;
  if (fetch !== undefined && typeof fetch !== "function") throw invalid("INVALID_OPTION", "fetch", fetch, "a function");
  if (headers !== undefined && typeof headers !== "function" && (typeof headers !== "object" || headers === null)) {
    throw invalid("INVALID_OPTION", "headers", headers, "an object with headers, or a function that returns one");
  }
  if (credentials !== undefined && !["omit", "same-origin", "include"].includes(credentials as string)) {
    throw invalid("INVALID_OPTION", "credentials", credentials, "omit, same-origin or include");
  }
  const address = absolute(url);
  return readGuarded("INVALID_OPTION", "headers", () => new HttpServer(address, options as api.HttpOptions));
}

/** Whether a response is a redirect that was not followed. */
function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** Headers of any kind, an object or an iterable of pairs, as an object. */
function plain(headers: unknown = {}): Record<string, string> {
  const given = headers as Readonly<Record<PropertyKey, unknown>>;
  const isOwn = (name: PropertyKey): boolean => Object.prototype.propertyIsEnumerable.call(given, name);
  const pairs =
    typeof given[Symbol.iterator] === "function"
      ? collect("headers", given, (pair, i) => headerOf(copyList("a header", pair, 2), i))
      : Reflect.ownKeys(given).flatMap((name, i) => (isOwn(name) ? [headerOf([name, given[name]], i)] : []));
  return Object.fromEntries(new Headers(pairs));
}

/** A header as two texts. Throws for other values, and for too many headers. */
function headerOf([name, value]: readonly unknown[] = [], index: number): [string, string] {
  if (index < MAX_HEADERS && typeof name === "string" && typeof value === "string") return [name, value];
  throw invalid("INVALID_OPTION", `the header ${quoted(name)}`, value, `a text, one of up to ${MAX_HEADERS}`);
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>>).then === "function";
}

function absolute(url: unknown): string {
  const { location } = readProperties(globalThis, ["location"]) as { location?: { href: string } };
  const given = readGuarded("INVALID_OPTION", "url", () => {
    return typeof url === "object" ? readProperties(url, ["href"])["href"] : url;
  });
  if (typeof given === "string") {
    try {
      const { protocol, href } = new URL(given, location?.href);
      if (protocol === "http:" || protocol === "https:") return href;
    } catch {
      // The message below says more than the error of `URL`.
    }
  }
  const shown = typeof given === "string" ? `'${given.slice(0, 200)}'` : quoted(url);
  throw new FlakeError(
    "INVALID_OPTION",
    `the url is ${shown}; it must be the address of a handler, with http: or https: outside of pages`,
  );
}
