// Messages that are printed once for all IDs together: digits were lost, IDs hold no time, or a quote of the table has
// no end.

import type { AnyFormatWithEpoch } from "flakekit";
import type { Found } from "flakekit/inspect";
import { chanceOf, isClearlyDamaged, isLost, looksDamaged } from "../../tables/index.js";
import type { Entry } from "./entry.js";
import { complain, type Io, notify } from "../io/index.js";
import { Kept, NEARLY } from "./kept.js";
import { Places } from "./places.js";
import { Problem } from "./print.js";

/** The probability that the scan warns of an intact ID. */
const CHANCE_OF_WARNING = 0.01;

/**
 * Counts IDs and quotes that are worth a message, and remembers their first places. A column of many damaged IDs gets
 * one message.
 */
export class Watch {
  #total = 0;
  /** The sum of the chances with which the IDs look damaged. */
  #chances = 0;
  readonly #damaged = new Places();
  readonly #unread = new Places();
  readonly #counters = new Places();
  readonly #quotes = new Places();
  readonly #empty = new Places();
  readonly #kept: Kept | undefined;

  /** `format` is the format of the IDs, if the user has named it. */
  constructor(format?: AnyFormatWithEpoch) {
    this.#kept = format && new Kept(format);
  }

  /** Looks at an entry. `content` is the content of its ID, or the problem if it could not be read. */
  see({ id, where, openQuote, isEmpty }: Entry, content: unknown, isCounter = false): void {
    if (openQuote !== undefined) this.#quotes.add(`line ${openQuote.line}`, openQuote.sentence);
    if (isEmpty === true) this.#empty.add(where);
    if (id === undefined) return;
    const text = String(id);
    this.#total += 1;
    this.#chances += chanceOf(text);
    if (content instanceof Problem && content.isLoss) this.#unread.add(where, content.sentence);
    else if (isCounter) this.#counters.add(where);
    else if (looksDamaged(text)) {
      this.#damaged.add(where);
      if (!(content instanceof Problem)) this.#kept?.see(text);
    }
  }

  /** Looks at an ID that was found in a text. */
  found(warning: Found["warning"], where: string): void {
    this.#total += 1;
    this.#chances += CHANCE_OF_WARNING;
    if (warning === "counter") this.#counters.add(where);
    else if (isLost(warning)) this.#damaged.add(where);
  }

  /** Prints the messages, if there are any. */
  report(io: Io): void {
    this.#reportQuotes(io);
    this.#reportLoss(io);
    const empty = this.#empty;
    if (empty.count === 1) notify(io, `the ID of ${empty.list} is empty`);
    if (empty.count > 1) notify(io, `${empty.count} IDs are empty (${empty.list})`);
    const counters = this.#counters;
    if (counters.count === 1) {
      notify(io, `the ID of ${counters.list} is a counter from before such IDs held a time; its time means nothing`);
    } else if (counters.count > 1) {
      notify(
        io,
        `${counters.count} IDs (${counters.list}) are counters from before such IDs held a time; their times mean nothing`,
      );
    }
  }

  #reportQuotes(io: Io): void {
    const { count, first, list } = this.#quotes;
    if (count === 1) notify(io, `${list}: ${first}`);
    if (count > 1) {
      notify(
        io,
        `${count} rows (${list}) have a quote that begins a cell, and none that ends it; these quotes are read as text`,
      );
    }
  }

  #reportLoss(io: Io): void {
    const { count, first, list } = this.#unread;
    const damaged = this.#damaged;
    if (count === 1) complain(io, `${list}: ${first}`);
    if (count > 1) {
      complain(
        io,
        `${count} of ${this.#total} IDs can't be read (${list}), because spreadsheets shorten long numbers: ` +
          `${first}. Export the IDs as text`,
      );
    }
    if (damaged.count > 0 && isClearlyDamaged(damaged.count + count, this.#total, this.#chances)) {
      notify(
        io,
        `${damaged.count} of ${this.#total} IDs (${damaged.list}) have lost their last digits, as spreadsheets and JSON.parse ` +
          `round long numbers; ${this.#kept?.sentence ?? NEARLY}. Export the IDs as text`,
      );
    }
  }
}
