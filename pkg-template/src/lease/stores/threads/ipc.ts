// The channel between a process and its child process, on which the user's messages travel too.

import { append } from "../../../values/index.js";
import { hasMethods, isEnvelope, NAME, type Channel, type Listener } from "./channel.js";

type EventListener = (...values: unknown[]) => void;

/** A `ChildProcess`, or the `process` of a child. */
export interface Process {
  send(message: unknown, done: (error: unknown) => void): unknown;
  emit(event: string, ...values: unknown[]): unknown;
  listenerCount(event: "message"): number;
  on(event: string, listener: EventListener): unknown;
  prependListener(event: string, listener: EventListener): unknown;
  removeListener(event: string, listener: EventListener): unknown;
}

export function isProcess(value: unknown): value is Process {
  return hasMethods(value, ["send", "emit", "listenerCount", "on", "prependListener", "removeListener"]);
}

/** A channel to a child process, or from a child to its parent. While a child listens, it does not end by itself. */
export function ipcChannel(process: Process): Channel {
  const messages = new Messages(process);
  return {
    canShare: false,
    send: (content, failed) => {
      // Without a callback, a closed channel would be an event `error`, which ends the process.
      process.send({ [NAME]: content }, (error) => {
        if (error) failed(error);
      });
    },
    listen: (listener) => messages._listen(listener),
  };
}

/**
 * The messages of a process: the store's messages go to the store only, all other messages to the user only.
 *
 * A process keeps its messages until there is a listener. The store's listener ends this keeping, although the user may
 * not listen yet. So the user's messages are kept here until the user listens.
 */
class Messages {
  readonly #process: Process;
  #listener: Listener | undefined;
  readonly #kept: [message: unknown, handle: unknown][] = [];

  constructor(process: Process) {
    this.#process = process;
    const emit = process.emit.bind(process);
    const emitOthers = (event: string, ...values: unknown[]): unknown => {
      if (event !== "message" || !isEnvelope(values[0])) return emit(event, ...values);
      this.#listener?.message(values[0][NAME]);
      return true;
    };
    Object.defineProperty(process, "emit", { value: emitOthers, configurable: true, writable: true });
  }

  _listen(listener: Listener): () => void {
    const onDisconnect = (): void => {
      listener.ended();
    };
    this.#listener = listener;
    this.#process.on("message", this.#onMessage);
    this.#process.on("disconnect", onDisconnect);
    return () => {
      this.#listener = undefined;
      this.#process.removeListener("message", this.#onMessage);
      this.#process.removeListener("disconnect", onDisconnect);
    };
  }

  readonly #onMessage = (message: unknown, handle: unknown): void => {
    // Bun does not call `emit` in a child process.
    if (isEnvelope(message)) this.#listener?.message(message[NAME]);
    else if (!this.#userListens()) this.#keep(message, handle);
  };

  #keep(message: unknown, handle: unknown): void {
    // This listener comes before the listeners of the process, which may keep younger messages itself.
    if (this.#kept.length === 0) this.#process.prependListener("newListener", this.#onNewListener);
    append(this.#kept, [message, handle]);
  }

  #userListens(): boolean {
    return this.#process.listenerCount("message") > (this.#listener === undefined ? 0 : 1);
  }

  readonly #onNewListener = (event: unknown, listener: unknown): void => {
    if (event !== "message" || listener === this.#onMessage) return;
    // The user's listener is added after this event. In a microtask, the kept messages would come after younger
    // messages.
    const { nextTick } = (globalThis as unknown as { process: { nextTick(work: () => void): void } }).process;
    nextTick(() => this.#passKept());
  };

  #passKept(): void {
    while (this.#kept.length > 0 && this.#userListens()) {
      this.#process.emit("message", ...(this.#kept.shift() as [unknown, unknown]));
    }
    if (this.#kept.length === 0) this.#process.removeListener("newListener", this.#onNewListener);
  }
}
