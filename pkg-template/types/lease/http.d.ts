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

/** The options that a `fetch` is given. */
export interface FetchOptions {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly keepalive: boolean;
  /**
   * No redirect may be followed, because its address would get the headers. A redirect is refused: see {@link http}.
   */
  readonly redirect: "manual";
  readonly credentials?: "omit" | "same-origin" | "include";
  readonly signal: (typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : never) | null;
}

/** The options of {@link http}. */
export interface HttpOptions {
  /**
   * Headers of each request, such as `authorization`: an object, `Headers`, or a function that returns such headers or
   * a promise of them. An object is read once. A function is called for each request.
   */
  readonly headers?: HttpHeaders | (() => HttpHeaders | PromiseLike<HttpHeaders>) | undefined;
  /**
   * A function in the place of the global `fetch`. It must not follow redirects, as `redirect: "manual"` in its options
   * says.
   */
  readonly fetch?: ((url: string, options: FetchOptions) => Promise<HttpResponse>) | undefined;
  /**
   * Whether cookies are sent, as the option `credentials` of `fetch`. Default: that of `fetch`, which is `same-origin`.
   */
  readonly credentials?: "omit" | "same-origin" | "include" | undefined;
}

/**
 * The server of leases at a URL, for browsers and other clients that must not see the store.
 *
 * The lease of a page that comes back from the browser's cache of pages was closed by this listener: at `pageshow`, if
 * its `persisted` is true, lease again.
 *
 * The server decides the terms of the space, and its clock counts: this machine's clock may read anything. The grant stays
 * in memory, so a page makes IDs without the network until its window ends. A duplicated tab gets a seat of its own. A
 * reloaded tab gets its seat again, if the page has closed its lease. `close` sends its request with `keepalive`, so a
 * page that is left still gives its seat back, if `headers` returns no promise.
 *
 * Make one server by one call of `http`, and use it for all leases. With `fetch` or a function `headers`, each call of
 * `http` makes another server, whose leases have a seat of their own.
 *
 * Errors of the lease:
 * - `STORE_FAILED`, with the cause: the server can't be reached, does not know or refuses the caller (401, 403), has too
 *   much to do (503), or answers anything but a handler's reply, such as the HTML of a log-in or a redirect.
 * - `NO_FREE_SEAT`: all seats are taken, or the caller has its quota.
 * - `SPACE_MISMATCH`: the server leases other IDs.
 *
 * The lease tries again, unless it has had no seat yet and the reply is a mistake that somebody must correct (a
 * redirect, 401, 403, 404, 405, 410, 501). If a reply says `Retry-After`, the lease waits for this time, for at most a
 * minute.
 *
 * No redirect is followed, not even within one origin, because its address would get the headers of the caller. The error names
 * the address, except in pages, where browsers hide it. React Native's own `fetch` follows redirects in spite of the
 * option `redirect`: in React Native, give a server that sends no redirects, or another `fetch`.
 *
 * @param url - the address of the {@link handler}; relative to the page, or absolute
 * @throws FlakeError `INVALID_OPTION`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { leaseFromServer } from "flakekit/lease";
 * import { http } from "flakekit/lease/http";
 *
 * const ids = await leaseFromServer(discord, { store: http("/ids") });
 * addEventListener("pagehide", () => ids.close());
 * ```
 */
export function http(url: string | { readonly href: string }, options?: HttpOptions): LeaseServer;

/** The options of {@link handler}. */
export interface HandlerOptions extends SpaceTerms {
  /** The format of the IDs. */
  readonly format: MakingFormat;
  /** The store that keeps the seats. */
  readonly store: LeaseStore;
  /**
   * The first and the last node number whose seats callers get. Leases of servers in this space must be given other
   * `nodes`; they may have other `shares` and another `window`. Generators without a lease must not have these numbers.
   * (The handler leases no seat whose numbers a generator of its own process has. It does not know generators of other
   * processes, or generators that are made later.)
   */
  readonly nodes: readonly [first: number, last: number];
  /**
   * Returns who sends a request, such as the number of a user: a text of 1 to 1000 characters, well-formed (without halves of
   * surrogate pairs). `undefined` or `null` refuse the request with 401, and a `Response`, returned or thrown, is the
   * reply, such as a `Response` with status 403. A lease that has had no seat yet does not ask again after 401 or 403.
   * Any other value is a mistake of the server: the reply is 500, and `onError` is told. Any other exception is a
   * failure: the reply is 503, and the lease asks again. So catch errors that a library throws for a token that it
   * refuses. If `authorize` takes more than 10 s, the reply is 503 too. The body of the request has been read before,
   * and is the second argument.
   */
  readonly authorize: (
    request: HttpRequest,
    body: string,
  ) => string | null | undefined | HttpResponse | Promise<string | null | undefined | HttpResponse>;
  /**
   * The secret that authenticates grants: at least 32 random bytes, as a well-formed text or as bytes. All servers have
   * it, and no client has it. In a list of up to 10 secrets, the first secret signs and all secrets verify. To replace
   * a secret: give the list `[old, new]` to all servers, then `[new, old]`, and when the longest window has passed,
   * `new`. The quota counts the seats of all secrets of the list.
   */
  readonly secret: string | Uint8Array | readonly (string | Uint8Array)[];
  /**
   * How many seats a caller may have at a time, 1 to 64. A seat counts until its window ends, also after a release. A
   * seat that the caller takes again counts once only. Default: 16.
   */
  readonly quota?: number | undefined;
  /**
   * How many requests may be authorized and performed at the same time, 1 to 100 000. Further requests are refused with
   * 503. One caller may have a quarter of these requests performed at the same time, or as many as its quota if the
   * quota is larger. Default: 100.
   */
  readonly concurrency?: number | undefined;
  /** Called with the error of a request that fails, which the caller does not see. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The function that {@link handler} returns. */
export interface Handler {
  /**
   * Answers a request. It never rejects.
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { memory } from "flakekit/lease";
   * import { handler } from "flakekit/lease/http";
   *
   * const ids = handler({
   *   format: discord,
   *   store: memory(),
   *   nodes: [512, 1023],
   *   authorize: (request) => request.headers.get("x-user"), // yours
   *   secret: process.env.LEASE_SECRET ?? crypto.getRandomValues(new Uint8Array(32)),
   * });
   * const { status } = await ids(new Request("https://example.com/ids", { method: "POST" }));
   * status; // → 415
   * ```
   */
  (request: HttpRequest): Promise<HttpResponse>;
  /**
   * Whether an ID lies in the time for which a caller has had the ID's seat: whether the store's record of the seat
   * names the caller, and the ID's time is from the beginning of the caller's time in the seat to the end of the
   * caller's last window.
   *
   * The result is `true` also for IDs of this time that were never made, and stays `true` after a release. It is
   * `false` for every ID of a seat that the caller never had. If the caller once had the seat, the result is `false`
   * when one of these is true:
   * - somebody else has got the seat since;
   * - the caller's window ended, and the caller has got another window of the seat since;
   * - the store has forgotten the seat;
   * - the secret of the caller's time in the seat is no longer a secret of the handler.
   *
   * So call it when an ID arrives, not later.
   *
   * @param caller - the text that `authorize` returned
   * @returns a promise, which is rejected with `STORE_FAILED` if the store can't be read
   *
   * @example
   * ```js
   * import { discord } from "flakekit";
   * import { memory } from "flakekit/lease";
   * import { handler } from "flakekit/lease/http";
   *
   * const ids = handler({
   *   format: discord,
   *   store: memory(),
   *   nodes: [512, 1023],
   *   authorize: (request) => request.headers.get("x-user"), // yours
   *   secret: process.env.LEASE_SECRET ?? crypto.getRandomValues(new Uint8Array(32)),
   * });
   * await ids.owns(discord.firstAt(Date.now()), "ada"); // → false
   * ```
   */
  owns(id: number | bigint | string, caller: string): Promise<boolean>;
}

/**
 * Leases seats to callers who must not see the store, such as browsers: a function for requests, which is a route of Hono,
 * Next.js, Deno, Bun or Workers; see {@link nodeHandler} for Node.js.
 *
 * **What a caller can do.** A caller gets seats of `nodes` only, at most `quota` at a time, for windows that begin now.
 * It extends or gives back only seats that the handler granted to it: each grant contains a MAC over the space, the
 * terms, the caller, the seat and the window. Each extension renews the grant, so if two clients show one grant, only
 * one client gets the longer window. A caller is not trusted: nobody else gets its seat before the window ends, even if
 * the caller gave the seat back. The caller itself can take the seat again, so reloading a page costs no further seat.
 * A caller can always make an ID twice, or hand in an ID that it did not make: see {@link Handler.owns}.
 *
 * **What a request costs.** At most 4 KiB are read, within 10 s, before `authorize` is called. At most `concurrency`
 * requests are authorized or performed at a time. A claim reads a list of callers' seats, the seats on this list and up
 * to 1040 other seats. It writes two records, or three records while there are two secrets. An extension writes one
 * record. The count of records grows with the seats, not with the callers.
 *
 * **Windows.** A long window lets pages work without the network for a long time, and keeps the seat of a closed page
 * for a long time. With a store that may forget (Redis with its defaults), nobody gets a seat for one window after the
 * store has forgotten.
 *
 * Only requests with the content type `application/json` are answered, because forms of other sites can't send this
 * type. Requests of other origins need your framework's CORS middleware.
 *
 * @throws FlakeError `INVALID_OPTION`, `INVALID_FIELD` or `EPOCH_REQUIRED`
 *
 * @example
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
 *   secret: process.env.LEASE_SECRET ?? "",
 * });
 * app.post("/ids", (context) => ids(context.req.raw));
 * ```
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
 * nodeHandler(ids))` of Express, with or without `express.json()`, and the equal call of Fastify. It also takes other
 * functions from a request to a response, such as `app.fetch` of Hono. If such a function rejects, the reply is 500,
 * and `console.error` gets the error. The promise of the listener never rejects.
 *
 * @example
 * ```js
 * import { createServer } from "node:http";
 * import { discord } from "flakekit";
 * import { memory } from "flakekit/lease";
 * import { handler, nodeHandler } from "flakekit/lease/http";
 *
 * const ids = handler({
 *   format: discord,
 *   store: memory(),
 *   nodes: [512, 1023],
 *   authorize: (request) => request.headers.get("x-user"), // yours
 *   secret: process.env.LEASE_SECRET ?? crypto.getRandomValues(new Uint8Array(32)),
 * });
 * const server = createServer(nodeHandler(ids)).listen(0);
 * server.close();
 * ```
 */
export function nodeHandler(
  handler: (request: HttpRequest) => Promise<HttpResponse> | HttpResponse,
): (
  request: NodeRequest | { readonly raw: NodeRequest },
  response: NodeResponse | { readonly raw: NodeResponse; hijack(): unknown },
) => Promise<void>;
