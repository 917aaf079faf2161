// Reads the IDs of a list.

import { type AnyFormat, type AnyFormatWithEpoch, decodeColumns } from "flakekit";
import type { Candidate, Found, InspectOptions } from "flakekit/inspect";
import { Counters } from "../../../pkg-template/src/tables/index.ts";
import { formatOf, isKnown, usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { candidatesOf } from "../inspection/inspector.ts";
import { attempt } from "../attempt.ts";
import { type Kinds, Shapes, kindIn } from "./kinds.ts";
import type { FieldValues, Note } from "./messages.ts";

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

export class Reading {
  readonly #kinds: Kinds;
  readonly #params: URLSearchParams;
  readonly #options: InspectOptions;
  /** The formats of the package, by their names. */
  readonly #formats = new Map<string, AnyFormatWithEpoch | undefined>();
  readonly #shapes = new Shapes();
  /** The lengths of the decimal numbers that the format of the list has read. */
  readonly #lengths = new Set<number>();
  /** The counters of formats, by the names of the formats. */
  readonly #counters = new Map<string, Counters>();

  constructor(kinds: Kinds, params: URLSearchParams, options: InspectOptions) {
    this.#kinds = kinds;
    this.#params = params;
    this.#options = options;
  }

  /** Whether a text is like IDs that the format of the list reads, so that the reader need not be asked: it takes 50 times as long. */
  reads(text: string): boolean {
    if (!PLAIN.test(text)) return false;
    const isNumber = DIGITS.test(text);
    if (isNumber && this.#lengths.has(text.length)) return true;
    const { format: name, isMixed, isChosen } = this.#kinds;
    const format = isMixed && !isChosen ? undefined : this.#format(name);
    const reads = format !== undefined && format.isValid(text, styleOf(format, text));
    if (reads && isNumber) this.#lengths.add(text.length);
    return reads;
  }

  /** Reads IDs: all IDs at once if they are of one format of the package, and otherwise one by one. */
  read(given: Given): Contents {
    return this.#readAll(given) ?? this.#readEach(given);
  }

  #readAll({ ids, errors }: Given): Contents | undefined {
    const { format: name, isMixed, isChosen } = this.#kinds;
    const format = this.#format(name);
    if (!format || (isMixed && !isChosen) || errors.size > 0) return undefined;
    const { result } = attempt(() => decodeColumns(format, ids, styleOf(format, ids[0] ?? "")));
    if (!result) return undefined;
    const { timestamp: timestamps, missing: _, ...fields } = result;
    const none = { errors, kinds: new Map<number, string>(), notes: new Map<number, Note>() };
    if (!this.#hasTime(name)) return { timestamps: timestamps.fill(NaN), fields, ...none };
    const counters = this.#countersOf(format);
    if (timestamps.some((timestamp) => counters.mayHave(timestamp))) return undefined;
    return { timestamps, fields, ...none };
  }

  #readEach({ ids, founds, errors }: Given): Contents {
    const contents = {
      timestamps: new Float64Array(ids.length).fill(NaN),
      fields: {} as Record<string, unknown[]>,
      errors: new Map(errors),
      kinds: new Map<number, string>(),
      notes: new Map<number, Note>(),
    };
    for (const [n, id] of ids.entries()) {
      if (errors.has(n)) continue;
      const content = this.#contentOf(id, founds[n]);
      if ("error" in content) {
        contents.errors.set(n, content.error);
        continue;
      }
      contents.timestamps[n] = content.timestamp;
      for (const name in content.fields) (contents.fields[name] ??= [])[n] = content.fields[name];
      if (content.kind !== this.#kinds.format) contents.kinds.set(n, content.kind);
      if (content.note) contents.notes.set(n, content.note);
    }
    return contents;
  }

  #contentOf(id: string, found: Found | undefined): Content {
    const { format: main, isMixed, isChosen } = this.#kinds;
    const candidates = (): readonly Candidate[] => found?.candidates ?? candidatesOf(id, this.#options);
    const kind = isMixed && !isChosen ? this.#shapes.kindOf(id, () => kindIn(candidates(), main)) : main;
    const format = this.#format(kind);
    const { result, error } = format ? attempt(() => format.decode(id, styleOf(format, id))) : {};
    if (format && result) return this.#decoded(format, id, result);
    const fitting = candidates().find((candidate) => candidate.format === kind);
    const candidate = fitting ?? (isChosen ? undefined : candidates()[0]);
    if (!candidate) return { error: error ?? `This is no ID of the kind ${kind}.` };
    return { kind: candidate.format, timestamp: candidate.timestamp ?? NaN, fields: candidate.fields };
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
