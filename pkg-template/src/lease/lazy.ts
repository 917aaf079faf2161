// Leases that open at their first use, one for each name in a process. A hot reload evaluates the module of a user again, and bundlers
// make copies of it. All of them get one lease, because the store has a limited number of seats.

import type * as api from "../../types/lease.js";
import { sharedValue } from "../bridge/index.js";
import { COMMON_NAMES, LEASE_NAMES, TERM_NAMES } from "../generated/contract.js";
import { type Format, nodeNames, POLICY_NAMES, requiredFormat } from "../ids/index.js";
import { defineValue, FlakeError, invalid, Logged, quoted, readOptions } from "../values/index.js";
import { asFlakeError, type Facts, type LeaseParts, readFacts } from "./keeper/index.js";
import type { Lease } from "./kept-lease.js";
import { openLease } from "./lease.js";
import { readName } from "./terms/index.js";

/** What all copies of this version know of a name. Another copy may have made the object, so its names stay unmangled. */
interface Named {
  /** How often the lease was closed. An object that was made before the last time makes no more IDs. */
  closings: number;
  /** The facts of the lease that is open or opens. */
  facts: Facts | undefined;
  opening: Promise<Lease> | undefined;
  lease: Lease | undefined;
  /** The error of the last attempt to open the lease. */
  error: unknown;
  /** Ends the attempt to open the lease. */
  abort: ((reason: unknown) => void) | undefined;
}

const NOTHING = { facts: undefined, opening: undefined, lease: undefined, error: undefined, abort: undefined };

const allNamed = (): Map<string, Named> =>
  sharedValue(" lazy leases", () => {
    const all = new Map<string, Named>();
    try {
      releaseBeforeExit(all);
    } catch {
      // Edge functions of Next.js throw if `process.on` is read. They have no end that anybody could see.
    }
    return all;
  });

/**
 * Releases the seats when Node, Deno or Bun have nothing more to do, and are about to end the process. This is not the case if a
 * signal ends it, or a call of `process.exit`. A lease that is used afterwards is opened again.
 */
function releaseBeforeExit(all: ReadonlyMap<string, Named>): void {
  const { process } = globalThis as { process?: { on?: (event: string, listener: () => void) => unknown } };
  process?.on?.("beforeExit", () => {
    for (const named of all.values()) {
      const { lease } = named;
      Object.assign(named, NOTHING);
      void lease?.close();
    }
  });
}

function namedOf(name: string): Named {
  const all = allNamed();
  const named = all.get(name) ?? { closings: 0, ...NOTHING };
  all.set(name, named);
  // A signal, or `close` of the lease itself, has closed it.
  if (named.lease?.status().state === "closed") end(named);
  return named;
}

/** Frees the name. */
function end(named: Named): void {
  named.closings += 1;
  Object.assign(named, NOTHING);
}

const closed = (name: string): FlakeError =>
  new FlakeError("GENERATOR_FREED", `the lazy lease ${quoted(name)} has been closed; make another`);

/** Throws if a lease of this name is open with other facts. */
function checkFacts(name: string, ofOpen: Facts, asked: Facts): void {
  for (const [fact, value] of asked) {
    const other = ofOpen.get(fact);
    if (other === value) continue;
    throw new FlakeError(
      "INVALID_OPTION",
      `the lazy lease ${quoted(name)} is open with the ${fact} '${other}', and is asked for with '${value}': ` +
        "give one of them another name, or start the process again",
    );
  }
}

/** Opens the lease of a name. A signal ends the attempt, and later the lease. */
type Open = (signal: AbortSignal | undefined) => Promise<Lease>;

export function lazyLease(parts: LeaseParts, givenFormat: unknown, options: unknown, givenTerms: unknown): LazyLease {
  const format = requiredFormat(givenFormat);
  if (typeof options !== "function") {
    throw invalid(
      "INVALID_OPTION",
      "options",
      options,
      "a function that returns the options of the lease, with a store",
    );
  }
  const termNames = [...nodeNames(format), ...TERM_NAMES];
  const { name = format._descriptor._name, ...given } = readOptions(`lazyLease(${format.name})`, givenTerms, [
    "name",
    ...termNames,
  ]);
  const [terms, facts] = readFacts(parts._engine, format, given);
  const open: Open = async (signal) => {
    const names = [...POLICY_NAMES, ...COMMON_NAMES, ...LEASE_NAMES, ...termNames];
    const returned = readOptions("the result of options", await resultOf(options as () => unknown), names);
    const term = termNames.find((name) => returned[name] !== undefined);
    if (term === undefined) return openLease(parts, format, { signal, ...returned, ...terms });
    throw new FlakeError(
      "INVALID_OPTION",
      `options returns ${term}, and all who use the lease must have it in common: give it beside name, in the last argument`,
    );
  };
  return new LazyLease(format, readName("name", name), facts, open);
}

/** The options that a function returns. Its error becomes the cause of a `FlakeError`. */
async function resultOf(options: () => unknown): Promise<unknown> {
  try {
    return await options();
  } catch (error) {
    throw asFlakeError(error);
  }
}

class LazyLease extends Logged {
  readonly format: Format;
  readonly #name: string;
  readonly #named: Named;
  readonly #closings: number;
  #facts: Facts;
  readonly #open: Open;

  constructor(format: Format, name: string, facts: Facts, open: Open) {
    super(`lazy ${format.name} lease`);
    this.format = format;
    this.#name = name;
    this.#named = namedOf(name);
    this.#closings = this.#named.closings;
    this.#facts = facts;
    this.#open = open;
    if (format.native !== "string") Reflect.deleteProperty(this, "nextBytes");
    // No method with a computed name: bundlers keep its class, also if nobody uses it.
    if (Symbol.asyncDispose !== undefined) defineValue(this, Symbol.asyncDispose, this.close, false);
  }

  readonly next = (metadata?: unknown): unknown => this.#lease().next(metadata);

  readonly nextText = (metadata?: unknown): string => this.#lease().nextText(metadata);

  readonly nextBytes = (metadata?: unknown): Uint8Array => this.#lease().nextBytes(metadata);

  readonly nextAsync = async (metadata?: unknown): Promise<unknown> => (await this.opened()).nextAsync(metadata);

  readonly opened = async (): Promise<Lease> => {
    const named = this.#current();
    return (named.opening ??= this.#start(named));
  };

  readonly status = (): api.LeaseStatus => {
    const { closings, error, lease, opening } = this.#named;
    const isEnded = closings !== this.#closings;
    if (lease !== undefined && !isEnded) return lease.status();
    return Object.freeze({
      state: isEnded ? "closed" : opening === undefined ? "idle" : "claiming",
      fields: null,
      sequenceRange: null,
      until: null,
      offset: null,
      lastError: isEnded || error === undefined ? null : asFlakeError(error),
    });
  };

  // An arrow function, so that `process.once("SIGTERM", ids.close)` works.
  readonly close = async (): Promise<void> => {
    const named = this.#named;
    if (named.closings !== this.#closings) return;
    const { abort, lease } = named;
    end(named);
    abort?.(closed(this.#name));
    await lease?.close();
  };

  toJSON(): { format: string; name: string; state: string } {
    return { format: this.format.name, name: this.#name, state: this.status().state };
  }

  /** What is known of the name. Throws if the lease was closed, or is another one. */
  #current(): Named {
    const named = this.#named;
    if (named.closings !== this.#closings) throw closed(this.#name);
    if (named.facts !== undefined && named.facts !== this.#facts) {
      checkFacts(this.#name, named.facts, this.#facts);
      this.#facts = named.facts;
    }
    return named;
  }

  /** The open lease. Begins to open it if it is not open. */
  #lease(): Lease {
    const named = this.#current();
    if (named.lease !== undefined) return named.lease;
    const cause = named.error;
    // The error is kept for the next call.
    void this.opened().catch(() => undefined);
    throw new FlakeError(
      "LEASE_NOT_OPEN",
      `the lazy lease ${quoted(this.#name)} is not open yet: use nextAsync, or await opened() before`,
      { cause },
    );
  }

  async #start(named: Named): Promise<Lease> {
    const controller = typeof AbortController === "undefined" ? undefined : new AbortController();
    named.facts = this.#facts;
    named.abort = controller && ((reason) => controller.abort(reason));
    try {
      const lease = await this.#open(controller?.signal);
      if (named.closings === this.#closings) return (named.lease = lease);
      void lease.close();
    } catch (error) {
      if (named.closings === this.#closings) Object.assign(named, NOTHING, { error });
      throw error;
    }
    throw closed(this.#name);
  }
}
