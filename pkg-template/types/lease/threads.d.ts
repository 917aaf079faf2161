import type { LeaseStore } from "./store.js";

/** Options of {@link threads}. */
export interface ThreadsOptions {
  /**
   * Whether a process with an IPC channel, such as one made by `fork` or `cluster`, uses the store of its parent process.
   * With `false` it has a store of its own: for a process that shares its IDs with no other process, and whose parent is
   * only a supervisor. Give it in the first call of the process. It has no effect elsewhere. Default: true.
   */
  readonly parent?: boolean | undefined;
  /**
   * A MessagePort to a thread that called `serve` with the other end: for a thread that is reached by nothing else. The
   * port must be used for nothing else. Default: the thread finds the store as {@link threads} says.
   */
  readonly port?: object | undefined;
}

/** The store of a main thread, for its worker threads, its child processes and the workers of its page. */
export interface ThreadsStore extends LeaseStore {
  /**
   * Lets a worker use this store:
   *
   * - a child process with an IPC channel: one made by `fork`, or by `cluster`, as a worker or its process;
   * - a `Worker` of a page, of Deno, or of another worker of these kinds;
   * - a MessagePort. It must be used for nothing else, and is started.
   *
   * Call it right after the worker was made, and for each one. A worker may begin up to 4 s earlier. Worker threads of
   * Node and Bun need no call, and a call does no harm.
   *
   * The store's messages have one property, `flakekit/lease/threads/1`. All other messages pass as they are. Listeners on a
   * child process do not get the store's messages (in a child process of Bun they do), nor do listeners on a `Worker` that
   * are added after this call. Nothing here keeps a process alive.
   *
   * @throws FlakeError `INVALID_OPTION` if the value is none of these, such as a child process without an IPC channel
   */
  serve(worker: object): void;
}

/**
 * A store in the memory of the main thread: for worker threads and child processes of one process in Node, Deno and Bun,
 * and for the workers of one page. Its records live as long as the main process or the page. Use `file` for processes that
 * start again, and `tabs` for all pages of a browser.
 *
 * ```js
 * // the main thread
 * const store = threads(); // before it starts workers
 * new Worker("./worker.js"); // a worker thread finds the store by itself
 * store.serve(fork("./child.js")); // a child process must be served
 *
 * // worker.js and child.js
 * const ids = await lease(discord, { store: threads() });
 * ```
 *
 * Each call in a thread returns the same store. It is, in this order:
 *
 * | where it is called | the store |
 * |---|---|
 * | a worker of a page, or of Deno | that of the page or thread that serves the worker |
 * | a worker thread | that of the main thread, whether the worker is nested or not |
 * | a process with an IPC channel | that of the parent process, which must serve it; see {@link ThreadsOptions.parent} |
 * | the main thread of another process, a page | its own |
 *
 * If nobody serves a worker or a child process, each call of the store fails with `STORE_FAILED` after 4 s. It never makes
 * a store of its own, because that would repeat IDs of the others.
 *
 * **A child process that lives longer than its parent** keeps its window, but the store is gone. A new main process does not
 * know of that window, so its IDs may be the same: end the children first, or use `file`. A child process of a child process
 * is served by its own parent, which passes the requests on.
 *
 * **How**: worker threads share memory, also those of a page that is cross-origin isolated. A swap is made without locks, so
 * a thread can be terminated or paused at any moment, and the main thread may be busy. Everything else asks the main thread
 * by messages, so it must not be blocked for longer than 4 s. The memory begins with 64 KiB and grows with the records, to
 * about 250 bytes for each seat that was ever taken, at most 64 MiB (4 MiB in older browsers). Then new seats are refused
 * with `STORE_FAILED`, while all others go on.
 *
 * **Clock**: the system's clock, the same for all threads and child processes. It never goes back. If the system's clock is
 * set back, it continues by the monotonic clock; if it is set forward, it follows.
 *
 * All threads and processes must use versions of flakekit that understand each other. If they do not, they do not find the
 * store, and fail.
 *
 * @throws FlakeError `INVALID_OPTION` for a wrong option, or if `parent` is `false` and the parent's store is in use;
 * `STORE_FAILED` where there is no main thread, as in a shared worker or a service worker
 */
export function threads(options?: ThreadsOptions): ThreadsStore;
