// The store in Cloudflare's Durable Objects, for Workers: one object for each space.
// May import: `generated`, `lease/stores`, `types`, `values`.

import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import type * as api from "../../../../types/lease/workers.js";
import { FlakeError, invalid, isWholeNumber, quoted, readGuarded, readOptions, reason } from "../../../values/index.js";
import { checkGuard, checkKey, checkKeys, checkPrevious, checkRecord, checkSpace, storeFailed } from "../index.js";
import { LeasesObject } from "./object.js";

/** The binding of a namespace, with the methods that the store uses. */
interface Namespace {
  idFromName(name: string): { toString(): string };
  get(id: unknown, options?: { locationHint: string }): Stub;
  jurisdiction?(name: string): Namespace;
}

interface Stub {
  fetch(url: string, options: { __proto__: null; method: string; body: string }): Promise<Response>;
}

/** Any URL would do: a stub sends all requests to its object, and none to the network. */
const ADDRESS = "https://flakekit/leases";

class ObjectStore implements LeaseStore {
  /** An answer of an object is sent only when all writes before it are confirmed: see object.ts. */
  readonly durable = true;
  /**
   * The location is a text, because frameworks wrap a binding in another object for each request, and all these objects
   * are one store.
   */
  readonly location: string;
  readonly #namespace: Namespace;
  readonly #hint: { __proto__: null; locationHint: string } | undefined;

  constructor(namespace: Namespace, locationHint: string | undefined) {
    this.location = `flakekit/lease/workers ${namespace.idFromName("").toString()}`;
    this.#namespace = namespace;
    this.#hint = locationHint === undefined ? undefined : { __proto__: null, locationHint };
  }

  async read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    const checked = checkKeys(keys);
    const answer = await this.#ask(space, { keys: checked });
    const { now, generation, records } = answer;
    if (!isWholeNumber(now) || typeof generation !== "string" || !Array.isArray(records)) throw nonsense(answer);
    return { now, generation, records: records as (string | null)[] };
  }

  async keysOf(space: string): Promise<readonly string[]> {
    const answer = await this.#ask(space, { list: true });
    if (!Array.isArray(answer.list)) throw nonsense(answer);
    return answer.list as string[];
  }

  async swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    const answer = await this.#ask(space, {
      key: checkKey(key),
      previous: checkPrevious(previous),
      next: checkRecord(next),
      guard: checkGuard(guard),
    });
    if (typeof answer.applied !== "boolean") throw nonsense(answer);
    return answer.applied;
  }

  async #ask(space: string, question: object): Promise<Record<string, unknown>> {
    const name = checkSpace(space);
    const namespace = this.#namespace;
    let status: number;
    let text: string;
    try {
      // Each call makes a new stub: a stub belongs to the request that has made it, and a stub that has failed stays
      // broken.
      const stub = namespace.get(namespace.idFromName(name), this.#hint);
      const response = await stub.fetch(ADDRESS, { __proto__: null, method: "POST", body: JSON.stringify(question) });
      [status, text] = [response.status, await response.text()];
    } catch (error) {
      throw storeFailed(`the Durable Object of the space failed: ${reason(error)}`, error);
    }
    if (status === 200) {
      try {
        return (JSON.parse(text) ?? {}) as Record<string, unknown>;
      } catch {
        throw nonsense(text);
      }
    }
    throw storeFailed(`the Durable Object of the space answered ${status}: ${text.slice(0, 300)}`);
  }
}

function nonsense(answer: unknown): FlakeError {
  return storeFailed(
    `the Durable Object of the space answered ${quoted(answer)}, which FlakekitLeases does not: see whether the binding names this class`,
  );
}

function readNamespace(given: unknown): Namespace {
  return readGuarded("INVALID_OPTION", "namespace", () => {
    const namespace = (given ?? {}) as Namespace;
    if (typeof namespace.idFromName === "function" && typeof namespace.get === "function") return namespace;
    const expected = "a binding of Durable Objects, such as env.LEASES: name it in the configuration of the Worker";
    throw invalid("INVALID_OPTION", "namespace", given, expected);
  });
}

export const durableObjects: typeof api.durableObjects = (given, options) => {
  const namespace = readNamespace(given);
  const names = ["jurisdiction", "locationHint"];
  const { jurisdiction, locationHint } = readOptions("durableObjects()", options, names);
  for (const [name, value] of Object.entries({ jurisdiction, locationHint })) {
    if (value !== undefined && typeof value !== "string") throw invalid("INVALID_OPTION", name, value, "a text");
  }
  return readGuarded("INVALID_OPTION", "namespace", () => {
    const within = jurisdiction === undefined ? namespace : namespace.jurisdiction?.(jurisdiction as string);
    if (within !== undefined) return new ObjectStore(within, locationHint as string | undefined);
    throw new FlakeError("INVALID_OPTION", "the namespace knows no jurisdictions; update the runtime");
  });
};

export const FlakekitLeases = LeasesObject as unknown as typeof api.FlakekitLeases;
