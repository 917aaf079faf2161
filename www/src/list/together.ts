// Judges the IDs of a list together: they are of one kind, and all of them have lost their last digits or none has.

import { type ReadableFormat, lost } from "flakekit";
import type { Candidate, Column, InspectOptions } from "flakekit/inspect";
import { attempt } from "../attempt.ts";
import { formatOf, isKnown, usesEpochParam } from "../formats/catalogue.ts";
import { candidatesOf, columnOf } from "../inspection/inspector.ts";
import { type Loss, OWN } from "./list.ts";
import { isRounded } from "./rounded.ts";

/** Fewer IDs are not judged together. */
export const FEWEST = 5;
/** A lower score decides nothing. A score that confirms the judgements of single IDs may be lower. */
const SURE = 0.9;
const LIKELY = 0.5;
/** If a second kind whose times are known has a larger share of the IDs, each ID decides alone. */
const SHARED = 0.2;
/** From this mean score on, the judgements of single IDs count more: a list of two kinds looks like one of an epoch of its own. */
const CLEAR = 0.5;

/** A field counts as lost if a larger share of the IDs has lost it. A carry changes a field of a few IDs. */
const MOST_LOST = 0.02;

/**
 * So many IDs are compared at a time. 64 of 5000 IDs tell in most cases whether a tenth of them is of another kind, and take
 * 1.8 ms: they make the reading of 200 000 IDs 12 to 16 % longer.
 */
const BLOCK = 64;

/** The candidates of IDs, which were judged one by one. */
type Alone = readonly (readonly Candidate[])[];

/** The IDs that decide about a list. */
export class Together {
  /** The kind of the IDs; "" if they do not decide it together. */
  readonly kind: string;
  /** Whether the IDs are of two kinds. */
  readonly isOfTwo: boolean;
  /** How the IDs have lost their last digits. */
  readonly warning: Column["warning"];
  /** The IDs that are of other kinds. */
  readonly strays: ReadonlySet<string>;
  readonly ids: readonly string[];
  readonly #options: InspectOptions;

  /** @param main - the kind by the judgements of single IDs */
  constructor(ids: readonly string[], alone: Alone, main: string, options: InspectOptions) {
    const column = columnOf(ids, options);
    const { candidates, warning, misfits } = column;
    const [best] = candidates;
    const isClear = alone.reduce((sum, [first]) => sum + (first?.score ?? 0), 0) >= CLEAR * alone.length;
    const isLikely = best && (isClear ? best.format === main && best.score >= LIKELY : best.score >= SURE);
    const isColumn = ids.length >= FEWEST;
    this.isOfTwo = isColumn && areTwo(column);
    const decides = isLikely && isColumn && !this.isOfTwo;
    this.kind = decides ? best.format : "";
    this.warning = warning;
    this.strays = decides ? straysAt(misfits, ids) : new Set();
    this.ids = ids;
    this.#options = options;
  }

  /** Which further IDs are of other kinds, among IDs that are as long as none of the first ones. */
  straysAmong(ids: readonly string[]): Set<string> {
    const column = columnOf([...this.ids, ...ids], this.#options);
    const { candidates, misfits } = column;
    if (areTwo(column)) {
      return new Set(ids.filter((id) => candidatesOf(id, this.#options)[0]?.format !== this.kind));
    }
    // Many IDs of another time can change the kind that all of them look like. The first IDs have decided it.
    if (candidates[0]?.format !== this.kind) return new Set();
    const first = this.ids.length;
    return straysAt(
      misfits.map((at) => at - first),
      ids,
    );
  }

  /**
   * The kinds of further IDs that are as long as the first ones, where they are of other kinds. Only if a sample shows such IDs are all
   * of them judged, in blocks of neighbours: they are often of one kind. IDs without their last digits do not tell it.
   */
  othersAmong(ids: readonly string[]): Map<string, string> {
    const step = Math.ceil(ids.length / BLOCK);
    const sample = ids.filter((_, at) => at % step === 0);
    if (this.warning || this.#othersIn(sample).size === 0) return new Map();
    const size = Math.ceil(ids.length / step);
    const blocks = Array.from({ length: step }, (_, at) => ids.slice(at * size, (at + 1) * size));
    return new Map(blocks.flatMap((block) => [...this.#othersIn(block)]));
  }

  #othersIn(ids: readonly string[]): Map<string, string> {
    const column = columnOf(ids, this.#options);
    const [best] = column.candidates;
    if (ids.length < FEWEST || !best) return new Map();
    const own = column.candidates.find(({ format }) => format === this.kind)?.score ?? 0;
    const isOther = best.score >= LIKELY && own < 1 - SURE;
    const alone = areTwo(column) ? new Set(ids) : straysAt(column.misfits, ids);
    const kindOf = (id: string) => (alone.has(id) ? candidatesOf(id, this.#options)[0]?.format : best.format);
    const judged = isOther ? ids : best.format === this.kind || areTwo(column) ? [...alone] : [];
    const kinds = judged.map((id) => [id, kindOf(id) ?? this.kind] as const);
    // A part of a list does not show an epoch of its own: the reading of each ID alone would find none.
    return new Map(kinds.filter(([, kind]) => kind !== this.kind && kind !== OWN));
  }

  /** What the IDs have lost, as IDs of a kind; undefined if they have lost nothing. */
  lossOf(kind: string, params: URLSearchParams): Loss | undefined {
    if (!this.warning) return undefined;
    const format = isKnown(kind) ? formatOf(kind, params) : undefined;
    if (!format || format.native === "string") return { fields: [], ms: undefined };
    const intact = this.ids.filter((id) => !this.strays.has(id));
    const spans = intact.flatMap(
      (id) => attempt(() => lost(format as ReadableFormat<number | bigint>, id)).result ?? [],
    );
    const isLost = (name: string): boolean => {
      const missing = spans.filter(({ fields }) => !(name in fields)).length;
      return missing > MOST_LOST * spans.length;
    };
    const { timestamp: _, date: __, ...fields } = format.decode(format.zero);
    const ms = Math.max(format.unit, ...spans.map(({ min, max }) => format.timestamp(max) - format.timestamp(min)));
    const hasTimes = !usesEpochParam(kind) || params.has("epoch");
    return { fields: Object.keys(fields).filter(isLost), ms: hasTimes ? ms : undefined };
  }
}

/** Whether a column is a mixture of two kinds. Such a column has no misfits. */
function areTwo({ candidates: [, second], misfits }: Column): boolean {
  return misfits.length === 0 && second?.fit === "plausible" && second.score > SHARED;
}

/** The IDs at these positions, without those that do not fit because their last digits are lost. */
const straysAt = (places: readonly number[], ids: readonly string[]): Set<string> =>
  new Set(places.flatMap((at) => ids[at] ?? []).filter((id) => !isRounded(id)));
