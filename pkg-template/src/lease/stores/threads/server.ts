// Answers the messages of clients, whose content is not trusted.

import type { Channel } from "./channel.js";
import { storeFailed } from "../index.js";
import type { Memory } from "./memory.js";

/** A store that checks its arguments. */
export interface CheckedStore {
  read(space: unknown, keys: unknown): Promise<unknown>;
  keysOf(space: unknown): Promise<unknown>;
  swap(space: unknown, key: unknown, previous: unknown, next: unknown, guard: unknown): Promise<unknown>;
}

/** The longest name of a request. */
const MAX_ID_LENGTH = 64;

/** Finds the memory of the store, if other threads can share it. */
export type FindMemory = () => Promise<Memory | undefined>;

/** Answers all requests of a channel, without keeping this thread alive. */
export function answerRequests(channel: Channel, store: CheckedStore, findMemory: FindMemory): void {
  const reply = (id: string, reply: object): void => {
    try {
      channel.send({ to: id, ...reply }, ignore);
    } catch {
      // The client is gone, or cannot get the memory. Then it asks again, or its wait ends.
    }
  };
  const answerTo = async (request: Record<string, unknown>): Promise<unknown> => {
    const { call, shared, space, keys, key, previous, next, head, generation, before } = request;
    if (call === "read") return store.read(space, keys);
    if (call === "keysOf") return store.keysOf(space);
    if (call === "swap") return store.swap(space, key, previous, next, { head, generation, before });
    if (call !== "open") throw storeFailed("the store does not know this request; use one version of flakekit");
    const memory = await findMemory();
    return { memory: shared === true ? memory : undefined };
  };
  const message = async (content: unknown): Promise<void> => {
    const request = (content ?? {}) as Record<string, unknown>;
    const { id } = request;
    if (typeof id !== "string" || id.length > MAX_ID_LENGTH) return;
    try {
      reply(id, { answer: await answerTo(request) });
    } catch (error) {
      reply(id, { refusal: error instanceof Error ? error.message : "the store failed" });
    }
  };
  channel.listen({ message: (content) => void message(content), ended: ignore }, false);
}

function ignore(): void {
  // A client that is gone needs no answer.
}
