// Finds the store of a thread: in memory that it shares with the main thread, or behind messages.

import { broadcastChannel, isPort, NAME, portChannel, type BroadcastClass, type Channel } from "./channel.js";
import { Client } from "./client.js";
import { storeFailed } from "../index.js";
import { ipcChannel, isProcess, type Process } from "./ipc.js";
import { createMemory, isSharedMemory } from "./memory.js";
import { Records } from "./records.js";

/** A store: records in memory, or a client of another thread's store. */
export type Found = Records | Client;

/** The place of a thread's store. */
export interface Place {
  /** Finds the store. It may be called again after a failure. */
  readonly _find: () => Found | Promise<Found>;
  /** The channel on which the threads of this process ask for the store; only in the main thread. */
  readonly _threads?: Channel;
}

/** The used part of Node's module `worker_threads`. */
interface WorkerThreads {
  readonly isMainThread: boolean;
  readonly BroadcastChannel: BroadcastClass;
  getEnvironmentData(key: string): unknown;
  setEnvironmentData(key: string, value: unknown): void;
}

interface Globals {
  readonly document?: object;
  readonly process?: {
    readonly versions?: { readonly node?: string };
    readonly chdir?: { readonly disabled?: boolean };
    readonly getBuiltinModule?: (name: string) => unknown;
  };
  readonly BroadcastChannel: BroadcastClass;
  readonly DedicatedWorkerGlobalScope?: new () => object;
  readonly WorkerGlobalScope?: new () => object;
}

// The remedies if nobody answers.
const NO_WORKER = "call threads() in the main thread before it starts workers";
const NO_PAGE = "call threads().serve(worker) in the page";
const NO_PARENT =
  "call threads().serve(child) in the parent process; or, if the parent only supervises, as node --watch does, and no other process shares the IDs, threads({ parent: false }) here";

/** The process, if it has a parent to which it can send messages. */
export function processWithParent(): Process | undefined {
  const { process } = globalThis as Globals;
  return isProcess(process) ? process : undefined;
}

/** The place of this thread's store. `parent` is the process, if it uses the store of its parent process. */
export function findPlace(parent: Process | undefined): Place {
  const { document, process, DedicatedWorkerGlobalScope, WorkerGlobalScope } = globalThis as Globals;
  const node = process?.versions?.node ? workerThreads() : undefined;
  if (node?.isMainThread === false) return findInThread(node);
  // A web worker of Deno is no worker thread of Node, so Node's module says there that it is the main thread.
  if (DedicatedWorkerGlobalScope && globalThis instanceof DedicatedWorkerGlobalScope && isPort(globalThis)) {
    return placeBehind(portChannel(globalThis), NO_PAGE);
  }
  if (!(WorkerGlobalScope && globalThis instanceof WorkerGlobalScope)) {
    if (node) return findInMainThread(node, parent);
    if (document) return placeOf(new Records(createMemory(typeof SharedArrayBuffer === "function")));
  }
  throw storeFailed(
    "threads() knows no main thread here: call it in a page, a worker or a main thread, or use a store of your own",
  );
}

/** Node's module `worker_threads`. It is not imported, because browsers do not have it. */
function workerThreads(): WorkerThreads {
  const { process, BroadcastChannel } = globalThis as Globals as Required<Globals>;
  return (
    (process.getBuiltinModule?.("node:worker_threads") as WorkerThreads | undefined) ?? {
      // Before Node 20.16 and 22.3, only an import gives the module, and that is asynchronous. In those versions, functions that
      // do not work in worker threads have the property `disabled`, and workers find the store by messages.
      isMainThread: process.chdir?.disabled !== true,
      BroadcastChannel,
      getEnvironmentData: () => undefined,
      setEnvironmentData: () => undefined,
    }
  );
}

function findInThread(node: WorkerThreads): Place {
  const memory = node.getEnvironmentData(NAME);
  if (isSharedMemory(memory)) return placeOf(new Records(memory));
  return placeBehind(broadcastChannel(node.BroadcastChannel), NO_WORKER);
}

function findInMainThread(node: WorkerThreads, parent: Process | undefined): Place {
  const threads = broadcastChannel(node.BroadcastChannel);
  // Another copy of the package may have made the memory.
  const made = node.getEnvironmentData(NAME);
  if (isSharedMemory(made)) return placeOf(new Records(made), threads);
  if (parent) return { ...placeBehind(ipcChannel(parent), NO_PARENT), _threads: threads };
  const memory = createMemory(true);
  node.setEnvironmentData(NAME, memory);
  return placeOf(new Records(memory), threads);
}

function placeOf(records: Records, threads?: Channel): Place {
  return { _find: () => records, ...(threads && { _threads: threads }) };
}

/** The place of a store that is asked by messages. `remedy` is for the error if nobody answers. */
export function placeBehind(channel: Channel, remedy: string): Place {
  const client = new Client(channel, remedy);
  const open = async (): Promise<Found> => {
    const memory = await client._open();
    return memory === undefined ? client : new Records(memory);
  };
  let found: Promise<Found> | undefined;
  return {
    _find: () => {
      found ??= open().catch((error: unknown) => {
        found = undefined;
        throw error;
      });
      return found;
    },
  };
}
