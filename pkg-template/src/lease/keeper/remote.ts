// Claims, extends and releases a seat by a server, which runs the protocol of leases and decides.
//
// The claimant shows the server's last grant with each request, and chooses the names of claims. Uniqueness does not depend
// on the claimant: a claimant that asks wrongly gets nothing, or repeats only its own IDs.

import type * as api from "../../../types/lease/store.js";
import { copyList, FlakeError, type FlakeErrorCode, isWholeNumber } from "../../values/index.js";
import { LEASE_WORDS } from "../../generated/contract.js";
import { monotonic } from "./clock.js";
import { NOTHING, type Outcome, type SeatClaimant, type TaskOptions } from "./perform.js";
import { randomName, type Task } from "../protocol/index.js";
import { askServer, type Connection, nonsense } from "./connection.js";
import { MAX_AVOIDED } from "../stores/index.js";

/** The codes that a server can report beside `STORE_FAILED`. */
const CODES: readonly unknown[] = ["NO_FREE_SEAT", "SPACE_MISMATCH"];

/** How a task can end. */
const WORDS: readonly unknown[] = LEASE_WORDS.slice(0, 4);

type Seat = readonly [node: number, share: number];

interface Grant {
  readonly text: string;
  readonly seat: Seat;
  readonly from: number;
}

type Reply = Readonly<Record<string, unknown>>;

export class ServerClaimant implements SeatClaimant {
  readonly #connection: Connection<api.LeaseServer>;
  readonly #layout: string;
  /** The last grant, its seat, and the beginning of the seat's windows; `undefined` if there is none. */
  #grant: Grant | undefined;
  /** The names of a claim and an extension that have not succeeded yet. The server finds grants by them if replies are lost. */
  #names = noNames();
  /** The seats that were given back unused. */
  #avoided: Seat[] = [];

  constructor(connection: Connection<api.LeaseServer>, layout: string) {
    this.#connection = connection;
    this.#layout = layout;
  }

  async _perform(task: Task, options: TaskOptions): Promise<Outcome | undefined> {
    const { observe, isSuperseded, usedUntil } = options;
    if (isSuperseded()) return undefined;
    if (task === "release") return this.#release(usedUntil);
    const name = (this.#names[task] ||= randomName());
    const asked = monotonic();
    const reply = await this.#ask({
      task,
      layout: this.#layout,
      name,
      ...(task === "claim" ? { avoid: this.#avoided } : { grant: this.#grant?.text ?? "" }),
    });
    // A grant in this reply is not lost: the next attempt has the name of this one, by which the server finds the
    // grant.
    if (isSuperseded()) return undefined;
    const { outcome, now, time } = reply;
    if (isWholeNumber(now)) observe(now, asked);
    const word = outcome as Exclude<Outcome["word"], "unknown">;
    // The next attempt gets another name, because the server may have forgotten this one.
    if (word === "lost") this.#names = noNames();
    if (word !== "done") return { ...NOTHING, word, time: isWholeNumber(time) ? time : undefined };
    return this.#take(reply);
  }

  _close(): void {
    this.#grant = undefined;
  }

  /** Gives up the seat, and tells the server up to which time it was used. */
  async #release(usedUntil: number): Promise<Outcome> {
    const grant = this.#grant;
    const name = this.#names.extend || randomName();
    this.#grant = undefined;
    this.#names = noNames();
    if (grant !== undefined) {
      if (usedUntil <= grant.from) this.#avoided = [grant.seat, ...this.#avoided].slice(0, MAX_AVOIDED);
      await this.#ask({ task: "release", layout: this.#layout, name, grant: grant.text, usedUntil });
    }
    return { ...NOTHING, word: "done" };
  }

  async #ask(request: api.LeaseRequest): Promise<Reply> {
    const reply = await askServer(this.#connection, request);
    const { code, message, outcome } = reply;
    if (code !== undefined) {
      throw new FlakeError(
        CODES.includes(code) ? (code as FlakeErrorCode) : "STORE_FAILED",
        `the server of the leases answered: ${String(message).slice(0, 1_000)}`,
      );
    }
    if (!WORDS.includes(outcome)) throw nonsense("ask", "the outcome", outcome, "done, wait, full or lost");
    return reply;
  }

  /** Takes over the grant of a reply. */
  #take({ grant, seat, section }: Reply): Outcome {
    const [node, share, from, until] = wholeNumbers("seat", seat);
    const [first, last, shares, window] = wholeNumbers("section", section);
    if (typeof grant !== "string") throw nonsense("ask", "the grant", grant, "a text");
    this.#grant = { text: grant, seat: [node, share], from };
    this.#names = noNames();
    const held = { node, share, from, until };
    return { ...NOTHING, word: "done", held, section: { first, last, shares, window } };
  }
}

function noNames(): Record<Exclude<Task, "release">, string> {
  return { claim: "", extend: "" };
}

/** A list of four whole numbers. */
function wholeNumbers(name: string, value: unknown): [number, number, number, number] {
  const numbers = copyList(name, value, 4, "STORE_FAILED");
  if (numbers?.length === 4 && numbers.every(isWholeNumber)) return numbers as [number, number, number, number];
  throw nonsense("ask", `the ${name}`, value, "a list of four whole numbers");
}
