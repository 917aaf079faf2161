// Asks another thread or process for the store, by messages.

import type * as api from "../../../../types/lease/store.js";
import { isWholeNumber } from "../../../values/index.js";
import type { Channel } from "./channel.js";
import { startTimer, storeFailed, within } from "../index.js";
import { isSharedMemory, type Memory } from "./memory.js";

/** The longest wait for an answer, in ms. It is shorter than the wait of a lease, whose error does not know the remedy. */
const MAX_ANSWER_MS = 4_000;

/** How often a client asks for the store until it gets an answer, in ms: the other end may not listen yet. */
const REPEAT_MS = 200;

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Client {
  readonly #channel: Channel;
  /** The remedy if nobody answers. */
  readonly #remedy: string;
  readonly #pending = new Map<string, Pending>();
  /** The name is random, because all threads hear each other on a BroadcastChannel. */
  readonly #name = crypto.getRandomValues(new BigUint64Array(1)).join("");
  #count = 0;
  #stop: (() => void) | undefined;

  constructor(channel: Channel, remedy: string) {
    this.#channel = channel;
    this.#remedy = remedy;
  }

  /** Asks whether there is a store. The answer is its memory, if this thread can share it. */
  async _open(): Promise<Memory | undefined> {
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      const answer = (await this.#ask(this.#remedy, (send) => {
        send({ call: "open", shared: this.#channel.canShare });
        // The repeated request asks for no memory: an answer with a memory does not arrive where the memory cannot be
        // shared.
        timer = setInterval(() => send({ call: "open", shared: false }), REPEAT_MS);
      })) as { memory?: unknown } | null;
      return isSharedMemory(answer?.memory) ? answer.memory : undefined;
    } finally {
      clearInterval(timer);
    }
  }

  async _read(space: string, keys: readonly string[]): Promise<api.StoreAnswer> {
    const answer = (await this.#call({ call: "read", space, keys })) as Partial<api.StoreAnswer> | null;
    const { now, generation, records } = answer ?? {};
    if (!isWholeNumber(now) || typeof generation !== "string" || !Array.isArray(records)) throw nonsense();
    return { now, generation, records };
  }

  async _swap(...swap: Parameters<api.LeaseStore["swap"]>): Promise<boolean> {
    const [space, key, previous, next, { head, generation, before }] = swap;
    const applied = await this.#call({ call: "swap", space, key, previous, next, head, generation, before });
    if (typeof applied !== "boolean") throw nonsense();
    return applied;
  }

  async _keysOf(space: string): Promise<readonly string[]> {
    const keys = await this.#call({ call: "keysOf", space });
    if (!Array.isArray(keys)) throw nonsense();
    return keys;
  }

  #call(request: object): Promise<unknown> {
    const remedy = "it has ended, or its event loop is blocked";
    return this.#ask(remedy, (send) => send(request));
  }

  /** Waits for the first answer to a request, which `start` sends once or more often. Later answers are ignored. */
  async #ask(remedy: string, start: (send: (request: object) => void) => void): Promise<unknown> {
    const id = `${this.#name}-${++this.#count}`;
    const answer = new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        reject(storeFailed(`the main thread's store cannot be asked: ${String(error)}`, error));
      };
      this.#pending.set(id, { resolve, reject });
      this.#stop ??= this.#channel.listen(this, true);
      start((request) => {
        try {
          this.#channel.send({ ...request, id }, fail);
        } catch (error) {
          fail(error);
        }
      });
    });
    try {
      return await within(startTimer(MAX_ANSWER_MS), answer, () => {
        throw storeFailed(`the main thread's store did not answer within ${MAX_ANSWER_MS} ms: ${remedy}`);
      });
    } finally {
      this.#pending.delete(id);
      if (this.#pending.size === 0) {
        this.#stop?.();
        this.#stop = undefined;
      }
    }
  }

  /** Takes an answer. Called by the channel. */
  message(content: unknown): void {
    const { to, answer, refusal } = (content ?? {}) as Record<string, unknown>;
    const pending = typeof to === "string" ? this.#pending.get(to) : undefined;
    if (typeof refusal === "string") pending?.reject(storeFailed(refusal));
    else pending?.resolve(answer);
  }

  /** Refuses all pending requests. Called by the channel when the other end is gone. */
  ended(): void {
    const error = storeFailed("the main process has ended, and its store with it; end this process too");
    for (const { reject } of this.#pending.values()) reject(error);
  }
}

function nonsense(): Error {
  return storeFailed("the main thread's store answered with nonsense; use the same version of flakekit everywhere");
}
