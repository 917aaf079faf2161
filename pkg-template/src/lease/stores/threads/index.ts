// The store of a main thread, for its worker threads, child processes and web workers.
// May import: `bridge`, `generated`, `lease/stores`, `types`, `values`.

import type * as store from "../../../../types/lease/store.js";
import type * as api from "../../../../types/lease/threads.js";
import { FlakeError, invalid, readGuarded, readOptions, readProperties } from "../../../values/index.js";
import { sharedByKey } from "../../../bridge/index.js";
import { hasMethods, isPort, NAME, portChannel, type Channel } from "./channel.js";
import { checkGuard, checkKey, checkKeys, checkPrevious, checkRecord, checkSpace } from "../index.js";
import { findPlace, placeBehind, processWithParent, type Place } from "./find.js";
import { ipcChannel, isProcess } from "./ipc.js";
import { isSharedMemory } from "./memory.js";
import { Records } from "./records.js";
import { answerRequests } from "./server.js";

const NO_PORT = "call threads().serve(port) in the main thread, with the other end of the channel";

/** What messages call the argument of `serve`. */
const SERVED = "the argument of serve()";

class Threads implements api.ThreadsStore {
  readonly durable = true;
  readonly location: unknown;
  readonly #place: Place;
  readonly #served = new WeakSet();

  constructor(location: unknown, place: Place) {
    this.location = location;
    this.#place = place;
    if (place._threads) this.#answer(place._threads);
  }

  async read(space: string, keys: readonly string[]): Promise<store.StoreAnswer> {
    const [checkedSpace, checkedKeys] = [checkSpace(space), checkKeys(keys)];
    return (await this.#place._find())._read(checkedSpace, checkedKeys);
  }

  async keysOf(space: string): Promise<readonly string[]> {
    const checked = checkSpace(space);
    return (await this.#place._find())._keysOf(checked);
  }

  async swap(
    space: string,
    key: string,
    previous: string | null,
    next: string,
    guard: store.SwapGuard,
  ): Promise<boolean> {
    const swap = [
      checkSpace(space),
      checkKey(key),
      checkPrevious(previous),
      checkRecord(next),
      checkGuard(guard),
    ] as const;
    return (await this.#place._find())._swap(...swap);
  }

  serve(worker: object): void {
    readGuarded("INVALID_OPTION", SERVED, () => {
      // A worker of `cluster` has its process as a property.
      const { process } = readProperties(worker, ["process"]);
      const end = isProcess(process) ? process : worker;
      if (this.#served.has(end)) return;
      const channel = channelTo(end);
      this.#served.add(end);
      if (channel) this.#answer(channel);
    });
  }

  #answer(channel: Channel): void {
    answerRequests(channel, this, async () => {
      const found = await this.#place._find();
      return found instanceof Records && isSharedMemory(found._memory) ? found._memory : undefined;
    });
  }
}

/** The channel to a process, a worker or a port; `undefined` for a worker thread of Node, which finds the store by itself. */
function channelTo(worker: unknown): Channel | undefined {
  if (isProcess(worker)) return ipcChannel(worker);
  if (isPort(worker)) return portChannel(worker);
  if (hasMethods(worker, ["postMessage", "on"])) return undefined;
  const expected = "a child process with an IPC channel, as fork() makes it; a Worker; or a MessagePort";
  throw invalid("INVALID_OPTION", SERVED, worker, expected);
}

interface Shared {
  readonly store: Threads;
  /** Whether it is the store of the parent process. */
  readonly isParents: boolean;
}

export function threads(given?: api.ThreadsOptions): api.ThreadsStore {
  const { parent, port } = readOptions("threads()", given, ["parent", "port"]);
  if (parent !== undefined && typeof parent !== "boolean") {
    throw invalid("INVALID_OPTION", "parent", parent, "true or false");
  }
  if (port !== undefined) return storeBehind(port);
  const process = parent === false ? undefined : processWithParent();
  const { store, isParents } = sharedByKey<Shared>(NAME, () => ({
    store: new Threads(NAME, findPlace(process)),
    isParents: process !== undefined,
  }));
  if (parent === false && isParents) {
    throw new FlakeError(
      "INVALID_OPTION",
      "parent is false, but threads() was called without it before: give it in the first call",
    );
  }
  return store;
}

/** The stores that are asked through ports. */
const stores = new WeakMap<object, Threads>();

function storeBehind(port: unknown): Threads {
  return readGuarded("INVALID_OPTION", "port", () => {
    if (!isPort(port)) throw invalid("INVALID_OPTION", "port", port, "a MessagePort");
    let found = stores.get(port);
    if (found === undefined) {
      found = new Threads(port, placeBehind(portChannel(port), NO_PORT));
      stores.set(port, found);
    }
    return found;
  });
}
