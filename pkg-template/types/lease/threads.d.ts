import type { LeaseStore } from "./store.js";

/** Options of {@link threads}. */
export interface ThreadsOptions {
  /**
   * Whether a process with an IPC channel uses the store of its parent process. Give `false` if the parent only supervises,
   * as `node --watch`, nodemon and pm2 do, and if no other process shares the IDs: then the process has a store of its own.
   * The option must be in the first call of the process, and has no effect in a process without an IPC channel.
   * Default: true.
   */
  readonly parent?: boolean | undefined;
  /**
   * A MessagePort to a thread that called `serve` with the other end. It is for a thread that can reach the store in no
   * other way. The port must be used for nothing else. Default: the thread finds the store as {@link threads} says.
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
   * Call it once for each worker, right after the worker was made: the worker waits up to 4 s for it. Worker threads of
   * `node:worker_threads` need no call, and a call does no harm.
   *
   * The store's messages have one property, `flakekit/lease/threads/1`. All other messages pass as they are. The user's
   * listeners on a child process do not get the store's messages, except in a child process of Bun. Listeners on a
   * `Worker` that are added after this call do not get them either. The store keeps no process alive.
   *
   * @throws FlakeError `INVALID_OPTION` if `worker` cannot be served, such as a child process without an IPC channel
   *
   * @example
   * ```ts
   * import { fork } from "node:child_process";
   * import { threads } from "flakekit/lease/threads";
   *
   * const store = threads();
   * export const start = (file: string) => store.serve(fork(file));
   * ```
   */
  serve(worker: object): void;
}

/**
 * A store in the memory of a main thread: for the worker threads and child processes of one process of Node, Deno or Bun,
 * and for the workers of one page.
 *
 * Each call in a thread returns the same store. The first row that applies says which store:
 *
 * | called in | the store |
 * |---|---|
 * | a worker thread, also of a worker thread | that of the main thread |
 * | a worker of a page, or a `Worker` of Deno | that of the thread that serves the worker |
 * | a process with an IPC channel, such as a child of `fork` or `cluster` | that of the parent, which must serve it |
 * | any other main thread, a page | its own |
 *
 * Where a store should be found and is not found, each call of `read` and `swap` fails with `STORE_FAILED` after 4 s.
 * The thread makes no store of its own, because this store would repeat the IDs of the other threads.
 *
 * **What is not covered.** In these cases two processes can make the same IDs.
 * - Processes without an IPC channel, and pages, have a store each. Use `file` for several processes, and a store of your
 *   own for several pages.
 * - The records end with the main process. A new main process does not know the windows of the last 10 s (option
 *   `window`), nor the windows of child processes that have outlived the last main process. Use `file` for processes
 *   that start again.
 *
 * **How.** Worker threads, and workers of a page that is cross-origin isolated, share memory with the main thread,
 * which may be busy. Swaps take no locks, so a thread can be terminated or paused at any moment. All other workers and
 * processes ask by messages. Their calls fail while the thread that serves them is blocked for more than 4 s. The first
 * call of a worker thread can fail in this way too, if the thread was started before its main thread called `threads`,
 * or in any worker thread before Node 20.16 and 22.3.
 *
 * **Memory.** It begins with 64 KiB and doubles up to 64 MiB, with about 0.5 KB for each seat that was ever taken. Where
 * buffers cannot grow, in browsers before 2023, it has 4 MiB. When 7/8 of the memory are used, new seats are refused
 * with `STORE_FAILED`, and leases that exist go on.
 *
 * **Clock.** The store's clock follows the system clock of the main thread, and never goes back. If the system clock is
 * set back, the store's clock continues as if it were not; if the system clock is set forward, the store's clock
 * follows.
 *
 * All copies of flakekit in these threads and processes must be of versions that understand each other; otherwise
 * threads and processes do not find the store, and their calls fail.
 *
 * @throws FlakeError `INVALID_OPTION` for a wrong option, or if `parent` is `false` and the parent's store is in use
 * already; `STORE_FAILED` where there is no main thread, as in a shared worker or a service worker
 *
 * @example
 * ```js
 * // main.mjs
 * import { fork } from "node:child_process";
 * import { Worker } from "node:worker_threads";
 * import { threads } from "flakekit/lease/threads";
 *
 * const worker = new URL("./worker.mjs", import.meta.url);
 * const store = threads(); // before it starts workers
 * new Worker(worker); // a worker thread finds the store by itself
 * store.serve(fork(worker)); // a child process must be served
 * ```
 *
 * ```js
 * // worker.mjs
 * import { discord } from "flakekit";
 * import { lease } from "flakekit/lease";
 * import { threads } from "flakekit/lease/threads";
 *
 * const ids = await lease(discord, { store: threads() });
 * console.log(ids.nextText());
 * ```
 */
export function threads(options?: ThreadsOptions): ThreadsStore;
