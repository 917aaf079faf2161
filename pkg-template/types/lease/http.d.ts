import type { MakingFormat } from "../index.js";
import type { SpaceTerms } from "./lease.js";
import type { LeaseServer, LeaseStore } from "./store.js";

/** The global `Request`, if the compiler's library declares it. */
export type HttpRequest = typeof globalThis extends { Request: { prototype: infer T } } ? T : object;

/** The global `Response`, if the compiler's library declares it. */
export type HttpResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : object;

/** Headers: an object, or the global `Headers`, if the compiler's library declares it. */
export type HttpHeaders =
  Readonly<Record<string, string>> | (typeof globalThis extends { Headers: { prototype: infer T } } ? T : never);

/** What a `fetch` is given. */
export interface FetchOptions {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly keepalive: boolean;
  /** A redirect that is followed would get the headers. Such a reply is refused: see {@link http}. */
  readonly redirect: "manual";
  readonly credentials?: "omit" | "same-origin" | "include";
  readonly signal: (typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : never) | null;
}

/** The options of {@link http}. */
export interface HttpOptions {
  /**
   * Headers of each request, such as `authorization`: an object, `Headers`, or a function that returns them, or a promise of
   * them. An object is read once; a function is called for each request.
   */
  readonly headers?: HttpHeaders | (() => HttpHeaders | PromiseLike<HttpHeaders>) | undefined;
  /** In the place of the global `fetch`. It must not follow redirects, as `redirect: "manual"` in its options says. */
  readonly fetch?: ((url: string, options: FetchOptions) => Promise<HttpResponse>) | undefined;
  /** Whether cookies are sent, as of `fetch`. Its default is `same-origin`. */
  readonly credentials?: "omit" | "same-origin" | "include" | undefined;
}

/**
 * The server of leases at a URL, for browsers and other clients that must not see the store.
 *
 * ```js
 * import { discord } from "flakekit";
 * import { leaseFromServer } from "flakekit/lease";
 * import { http } from "flakekit/lease/http";
 *
 * const ids = await leaseFromServer(discord, { store: http("/ids") });
 * addEventListener("pagehide", () => ids.close());
 * ```
 *
 * A page that comes back from the browser's cache of pages has a closed lease then: at `pageshow`, if its `persisted` is
 * true, lease again.
 *
 * The server decides the terms of the space, and its clock counts: this machine's clock may read anything. The grant stays
 * in memory, so a page makes IDs without the network until its window ends. A duplicated tab gets a seat of its own. A
 * reloaded one gets its seat again, if the page has closed its lease. `close` sends its request with `keepalive`, so a page
 * that is left still gives its seat back, if `headers` returns no promise.
 *
 * Make one server, and use it for all leases: with `fetch` or a function `headers`, each call makes another server, whose
 * leases have a seat of their own.
 *
 * Errors of the lease:
 * - `STORE_FAILED`, with the cause: the server can't be reached, does not know or refuses the caller (401, 403), has too
 *   much to do (503), or answers anything but a handler's reply, such as the HTML of a log-in or a redirect.
 * - `NO_FREE_SEAT`: all seats are taken, or the caller has its quota.
 * - `SPACE_MISMATCH`: the server leases other IDs.
 *
 * The lease tries again, unless it has had no seat yet and the reply is one that somebody must correct (a redirect, 401, 403,
 * 404, 405, 410, 501). If a reply says `Retry-After`, it waits for as long, for at most a minute.
 *
 * No redirect is followed, not even within one origin, because its address would get the headers of the caller. The error names
 * the address, except in pages, where browsers hide it. React Native's own `fetch` follows redirects all the same: there, give
 * a server that sends none, or another `fetch`.
 *
 * @param url - the address of the {@link handler}; relative to the page, or absolute
 * @throws FlakeError `INVALID_OPTION`
 */
export function http(url: string | { readonly href: string }, options?: HttpOptions): LeaseServer;

/** The options of {@link handler}. */
export interface HandlerOptions extends SpaceTerms {
  /** The format of the IDs. */
  readonly format: MakingFormat;
  /** Where the seats are kept. */
  readonly store: LeaseStore;
  /**
   * The first and the last node number that callers get seats of. Leases of servers in the same space must be given other
   * `nodes`; `shares` and `window` may be others there. Generators without a lease must not have these numbers. (The handler
   * leases no seat whose numbers a generator of its own process has; it does not know those of other processes, or later
   * ones.)
   */
  readonly nodes: readonly [first: number, last: number];
  /**
   * Returns who sends a request, such as the number of a user: a text of 1 to 1000 characters, well-formed (without halves of
   * surrogate pairs). `undefined` or `null` refuse the request with 401, and a `Response`, returned or thrown, is the reply,
   * such as one with 403. A lease that has had no seat yet does not ask again after 401 or 403. Any other value is a mistake of
   * the server: the reply is 500, and `onError` is told. Any other exception is a failure: the reply is 503, and the lease asks
   * again. So catch what a library throws for a token that it refuses. An `authorize` that takes more than 10 s is answered with
   * 503 too. The body of the request has been read; it is the second argument.
   */
  readonly authorize: (
    request: HttpRequest,
    body: string,
  ) => string | null | undefined | HttpResponse | Promise<string | null | undefined | HttpResponse>;
  /**
   * What grants are authenticated with: at least 32 random bytes, as a well-formed text or as bytes, which all servers have and
   * no client. Of a list of up to 10, the first one signs and all verify. To replace a secret: give the list `[old, new]` to
   * all servers, then `[new, old]`, and when the longest window has passed, `new`. The quota counts the seats of all secrets
   * of the list.
   */
  readonly secret: string | Uint8Array | readonly (string | Uint8Array)[];
  /**
   * How many seats a caller may have at a time, 1 to 64. A seat counts until its window ends, also after a release. A seat
   * that the caller takes again counts once. Default: 16.
   */
  readonly quota?: number | undefined;
  /**
   * How many requests may be authorized and performed at the same time; more are refused with 503. Of one caller, at most
   * a quarter of them may be performed, or as many as its quota if that is more. 1 to 100 000. Default: 100.
   */
  readonly concurrency?: number | undefined;
  /** Called with the error of a request that fails, which the caller does not see. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What {@link handler} returns. */
export interface Handler {
  /** Answers a request. It never rejects. */
  (request: HttpRequest): Promise<HttpResponse>;
  /**
   * Whether an ID lies in the time for which a caller has had its seat: whether the store's record of the ID's seat names
   * the caller, and the ID's time is from the beginning of the caller's time there to the end of its last window.
   *
   * It is `true` also for IDs of that time that were never made, and stays so after a release. It is `false` for every ID of
   * a seat that the caller never had. If the caller had the seat once, it is `false` too when one of these is true:
   * - somebody else has got the seat since;
   * - the caller's window ended, and it has got another one there since;
   * - the store has forgotten the seat;
   * - the secret of that time is no longer one of the handler's.
   *
   * So call it when an ID arrives, not later.
   *
   * @param caller - what `authorize` returned
   * @returns a promise, which is rejected with `STORE_FAILED` if the store can't be read
   */
  owns(id: number | bigint | string, caller: string): Promise<boolean>;
}

/**
 * Leases seats to callers who must not see the store, such as browsers: a function for requests, which is a route of Hono,
 * Next.js, Deno, Bun or Workers; see {@link nodeHandler} for Node.js.
 *
 * ```js
 * import { discord } from "flakekit";
 * import { memory } from "flakekit/lease";
 * import { handler } from "flakekit/lease/http";
 * import { Hono } from "hono";
 *
 * const app = new Hono();
 * const sessions = new Map(); // yours: the user of each cookie
 * const ids = handler({
 *   format: discord,
 *   store: memory(), // postgres(pool), redis(client), …
 *   nodes: [512, 1023], // servers lease from [0, 511]
 *   window: 60_000,
 *   authorize: (request) => sessions.get(request.headers.get("cookie")),
 *   secret: process.env.LEASE_SECRET,
 * });
 * app.post("/ids", (context) => ids(context.req.raw));
 * ```
 *
 * **What a caller can do.** It gets seats of `nodes` only, at most `quota` at a time, for windows that begin now. It extends
 * or gives back only what the handler granted to it: each grant contains a MAC over the space, the terms, the caller, the
 * seat and the window. Each extension renews the grant, so that of two who show the same one only one gets the longer
 * window. A caller is not trusted: nobody else gets its seat before the window ends, whether or not it gave the seat back.
 * It can take it again itself, so reloading a page costs no further seat. What a caller can always do is to make the same ID
 * twice, or to hand in an ID that it did not make: see {@link Handler.owns}.
 *
 * **What a request costs.** At most 4 KiB are read, within 10 s, before `authorize` is called. At most `concurrency`
 * requests are authorized or performed at a time. A claim reads a list of callers' seats, the seats on it and up to 1040
 * others, and writes two records, or three while there are two secrets; an extension writes one. Records of the store grow with the seats, not with the callers.
 *
 * **Windows.** A long window lets pages work without the network, and keeps the seat of a page that was closed for as long.
 * With a store that may forget (Redis with its defaults), nobody gets a seat for one window after it did.
 *
 * Only requests with the content type `application/json` are answered, which forms of other sites can't send. Requests of
 * other origins need your framework's CORS middleware.
 *
 * @throws FlakeError `INVALID_OPTION`, `INVALID_FIELD` or `EPOCH_REQUIRED`
 */
export function handler(options: HandlerOptions): Handler;

/** A request of Node.js' `http`, as far as it is used. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly complete: boolean;
  on(event: string, listener: (...args: never[]) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** A response of Node.js' `http`, as far as it is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  end(content: Uint8Array): unknown;
}

/**
 * Makes a listener of a handler: for `createServer(nodeHandler(ids))` of Node.js' `http`, `app.post("/ids",
 * nodeHandler(ids))` of Express, with or without `express.json()`, and the same of Fastify. It also takes other functions of
 * this kind, such as `app.fetch` of Hono. If one rejects, the reply is 500, and `console.error` gets the error; the promise
 * never rejects.
 */
export function nodeHandler(
  handler: (request: HttpRequest) => Promise<HttpResponse> | HttpResponse,
): (
  request: NodeRequest | { readonly raw: NodeRequest },
  response: NodeResponse | { readonly raw: NodeResponse; hijack(): unknown },
) => Promise<void>;
