// Reads the IDs of a list.

import { type AnyFormat, type AnyFormatWithEpoch, decodeColumns } from "flakekit";
import type { Candidate, Found, InspectOptions } from "flakekit/inspect";
import { Counters } from "../../../pkg-template/src/tables/index.ts";
import { formatOf, isKnown, usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { candidatesOf } from "../inspection/inspector.ts";
import { attempt } from "../attempt.ts";
import { titleOf } from "../names.ts";
import { type Kinds, SURE, Shapes, kindIn } from "./kinds.ts";
import { type FieldValues, type Note, OWN } from "./list.ts";

/** The contents of IDs, by their positions. */
export interface Contents {
  /** The times in Unix ms; NaN for an ID without a time. */
  timestamps: Float64Array;
  /** The fields besides the time. */
  fields: Record<string, FieldValues>;
  /** Why IDs cannot be read. */
  errors: Map<number, string>;
  /** The kinds of the IDs that are not of the kind of most IDs. */
  kinds: Map<number, string>;
  /** The notes of the reader on IDs. */
  notes: Map<number, Note>;
}

/** The IDs to read, with the findings of the reader; and the rows without an ID, with the reasons. */
interface Given {
  ids: string[];
  founds: (Found | undefined)[];
  errors: Map<number, string>;
}

/** The content of one ID, or the reason why it cannot be read. */
type Content =
  { kind: string; timestamp: number; fields: Readonly<Record<string, unknown>>; note?: Note } | { error: string };

const DIGITS = /^\d+$/;

/** How a text is written: digits that are not a format's usual text are a number, as databases give it. */
export const styleOf = (format: AnyFormat, id: string): { as?: "decimal" } =>
  DIGITS.test(id) && !format.isValid(id) ? { as: "decimal" } : {};

/** A text that an ID can be as a whole. */
const PLAIN = /^[\w-]+$/;

type Strays = ReadonlyMap<string, string | undefined>;

const NONE: Strays = new Map();

export class Reading {
  readonly #kinds: Kinds | undefined;
  readonly #params: URLSearchParams;
  readonly #options: InspectOptions;
  /** The formats of the package, by their names. */
  readonly #formats = new Map<string, AnyFormatWithEpoch | undefined>();
  readonly #shapes = new Shapes();
  /** For each length of decimal numbers, how many of them are known to be of the kind of the list. */
  readonly #lengths = new Map<number, number>();
  /** Decimal numbers of other lengths, which may be of another kind. */
  #suspects = new Set<string>();
  /** The counters of formats, by the names of the formats. */
  readonly #counters = new Map<string, Counters>();

  /** @param kinds - the kinds of the list; undefined until they are known */
  constructor(kinds: Kinds | undefined, params: URLSearchParams, options: InspectOptions) {
    this.#kinds = kinds;
    this.#params = params;
    this.#options = options;
    for (const id of kinds?.together.ids ?? []) this.#know(id, SURE, kinds?.together.strays.has(id));
  }

  /** Whether a text is like IDs that the format of the list reads, so that the reader need not be asked: it takes 50 times as long. */
  reads(text: string): boolean {
    if (!this.#kinds || !PLAIN.test(text)) return false;
    const isNumber = DIGITS.test(text);
    if (isNumber && this.#isSure(text)) return true;
    const format = this.#formatOfAll();
    const reads = format !== undefined && format.isValid(text, styleOf(format, text));
    if (!reads || !isNumber) return reads;
    if (this.#areJudged()) this.#suspects.add(text);
    else this.#know(text, SURE);
    return true;
  }

  /** Whether further IDs are judged together with the first ones. */
  #areJudged(): boolean {
    return Boolean(this.#kinds?.together.kind) && !this.#kinds?.isChosen;
  }

  /** The format of the list, if all of its IDs are read with it. */
  #formatOfAll(): AnyFormatWithEpoch | undefined {
    const { format = "", isChosen = false } = this.#kinds ?? {};
    return this.#isEachItsOwn() && !isChosen ? undefined : this.#format(format);
  }

  /** Whether the kind of each ID is found alone. */
  #isEachItsOwn(): boolean {
    const { isMixed = false, together } = this.#kinds ?? {};
    return isMixed && !together?.kind;
  }

  /** Reads IDs: all IDs at once if they are of one format of the package, and otherwise one by one. */
  read(given: Given): Contents {
    const strays = this.#straysIn(given);
    return (strays.size === 0 ? this.#readAll(given) : undefined) ?? this.#readEach(given, strays);
  }

  #isSure = ({ length }: string): boolean => (this.#lengths.get(length) ?? 0) >= SURE;

  /** Takes IDs for likely that are as long as an ID of the list. A length of which an ID is a stray is never sure. */
  #know({ length }: string, count: number, isStray = false): void {
    this.#lengths.set(length, (this.#lengths.get(length) ?? 0) + (isStray ? -Infinity : count));
  }

  /** The kinds of the IDs that are not of the kind of the list; undefined where the reader finds the kind of an ID alone. */
  #straysIn({ ids, founds }: Given): Strays {
    const suspects = this.#suspects;
    this.#suspects = new Set();
    const { together } = this.#kinds ?? {};
    if (!together || !this.#areJudged()) return NONE;
    for (const [at, found] of founds.entries()) {
      const id = ids[at] as string;
      if (found && DIGITS.test(id) && !this.#isSure(id)) suspects.add(id);
    }
    const others: Strays = together.othersAmong(ids.filter((id) => DIGITS.test(id) && this.#isSure(id)));
    if (suspects.size === 0) return others;
    const strays = together.straysAmong([...suspects]);
    for (const id of suspects) this.#know(id, 1, strays.has(id));
    return new Map([...others, ...Array.from(strays, (id) => [id, undefined] as const)]);
  }

  #readAll({ ids, errors }: Given): Contents | undefined {
    const format = this.#formatOfAll();
    if (!format || errors.size > 0) return undefined;
    const { result } = attempt(() => decodeColumns(format, ids, styleOf(format, ids[0] ?? "")));
    if (!result) return undefined;
    const { timestamp: timestamps, missing: _, ...fields } = result;
    const none = { errors, kinds: new Map<number, string>(), notes: new Map<number, Note>() };
    if (!this.#hasTime(format.name)) return { timestamps: timestamps.fill(NaN), fields, ...none };
    const counters = this.#countersOf(format);
    if (timestamps.some((timestamp) => counters.mayHave(timestamp))) return undefined;
    return { timestamps, fields, ...none };
  }

  #readEach({ ids, founds, errors }: Given, strays: Strays): Contents {
    const contents = {
      timestamps: new Float64Array(ids.length).fill(NaN),
      fields: {} as Record<string, unknown[]>,
      errors: new Map(errors),
      kinds: new Map<number, string>(),
      notes: new Map<number, Note>(),
    };
    for (const [n, id] of ids.entries()) {
      if (errors.has(n)) continue;
      const content = this.#contentOf(id, founds[n], strays);
      if ("error" in content) {
        contents.errors.set(n, content.error);
        continue;
      }
      contents.timestamps[n] = content.timestamp;
      for (const name in content.fields) (contents.fields[name] ??= [])[n] = content.fields[name];
      if (content.kind !== this.#kinds?.format) contents.kinds.set(n, content.kind);
      if (content.note) contents.notes.set(n, content.note);
    }
    return contents;
  }

  #contentOf(id: string, found: Found | undefined, strays: Strays): Content {
    const { format: main = "", isChosen = false, together } = this.#kinds ?? {};
    const candidates = (): readonly Candidate[] => found?.candidates ?? candidatesOf(id, this.#options);
    const kind = this.#kindOf(id, candidates, strays);
    const format = this.#format(kind);
    const { result, error } = format ? attempt(() => format.decode(id, styleOf(format, id))) : {};
    if (format && result) return this.#decoded(format, id, result);
    const isTogether = together?.kind === kind && DIGITS.test(id);
    const unread = { kind, timestamp: NaN, fields: {} };
    // Only together do the IDs tell an epoch of its own, so the reader is not asked.
    if (isTogether && kind === OWN) return unread;
    const fitting = candidates().find((candidate) => candidate.format === kind);
    if (!fitting && isTogether) return unread;
    const candidate = fitting ?? (isChosen ? undefined : candidates()[0]);
    if (!candidate) return { error: error ?? `This is no ID of the kind ${titleOf(main)}.` };
    return { kind: candidate.format, timestamp: candidate.timestamp ?? NaN, fields: candidate.fields };
  }

  #kindOf(id: string, candidates: () => readonly Candidate[], strays: Strays): string {
    const { format: main = "", isChosen = false, together } = this.#kinds ?? {};
    if (isChosen) return main;
    if (strays.has(id)) return strays.get(id) ?? candidates()[0]?.format ?? main;
    if (!together || !this.#isEachItsOwn()) return main;
    return this.#shapes.kindOf(id, () => kindIn(candidates(), main, together));
  }

  #decoded(format: AnyFormatWithEpoch, id: string, decoded: { timestamp: number; date: Date }): Content {
    const { timestamp, date: _, ...fields } = decoded;
    const { name: kind } = format;
    if (!this.#hasTime(kind)) return { kind, timestamp: NaN, fields };
    if (this.#countersOf(format).has(id, timestamp)) return { kind, timestamp: NaN, fields: {}, note: "counter" };
    return { kind, timestamp, fields };
  }

  /** Whether the times of a format are known: some formats have no epoch of their own. */
  #hasTime(name: string): boolean {
    return name === CUSTOM || !usesEpochParam(name) || this.#params.has("epoch");
  }

  #countersOf({ epoch, name }: AnyFormatWithEpoch): Counters {
    const isCounter = (id: string): boolean =>
      candidatesOf(id, this.#options).find(({ format }) => format === name)?.timestamp === null;
    const counters = this.#counters.get(name) ?? new Counters(epoch, isCounter);
    this.#counters.set(name, counters);
    return counters;
  }

  #format(name: string): AnyFormatWithEpoch | undefined {
    if (!this.#formats.has(name)) this.#formats.set(name, isKnown(name) ? formatOf(name, this.#params) : undefined);
    return this.#formats.get(name);
  }
}
