// Finds the kinds of the IDs of a list.

import type { Candidate, Found, InspectOptions } from "flakekit/inspect";
import { candidatesOf } from "../inspection/inspector.ts";
import { Together } from "./together.ts";

/** A text of the beginning of the list. */
export interface Sampled {
  id: string;
  /** The finding of the reader, if it takes the text for an ID. All other texts are read only if the user chooses a format. */
  found: Found | undefined;
}

export interface Kinds {
  /** The kind that the user has chosen, and otherwise the likeliest kind; "" if there is no kind. */
  format: string;
  /** The kinds that fit, the likeliest first. */
  formats: string[];
  isChosen: boolean;
  /** Whether the IDs are of several kinds. */
  isMixed: boolean;
  /** The judgement of the IDs together. */
  together: Together;
}

/** So many IDs are also judged one by one. */
const ALONE = 100;

/** Decides by the beginning of a list, and by the format that the user has chosen, if it fits. */
export function kindsOf(sample: readonly Sampled[], chosen: string | null, options: InspectOptions): Kinds {
  const known = sample.filter(({ found }) => found !== undefined);
  const candidatesOfFirst = (some: readonly Sampled[]) => some.slice(0, ALONE).map((one) => candidatesIn(one, options));
  const alone = candidatesOfFirst(known);
  const [single = ""] = likeliest(alone);
  const together = new Together(
    known.map(({ id }) => id),
    alone,
    single,
    options,
  );
  const main = together.kind || single;
  const formats = [...new Set([...(main ? [main] : []), ...likeliest(candidatesOfFirst(sample))])];
  const format = formats.find((name) => name === chosen);
  const isMixed = together.kind
    ? together.strays.size > 0
    : alone.some((candidates) => kindIn(candidates, main, together) !== main);
  return { format: format ?? main, formats, isChosen: format !== undefined, isMixed, together };
}

const candidatesIn = ({ id, found }: Sampled, options: InspectOptions): readonly Candidate[] =>
  found?.candidates ?? candidatesOf(id, options);

function likeliest(sample: readonly (readonly Candidate[])[]): string[] {
  const scores = new Map<string, number>();
  for (const candidates of sample) {
    for (const { format, score } of candidates) scores.set(format, (scores.get(format) ?? 0) + score);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** How many times likelier than the main kind another kind must be, because most lists have IDs of one kind. */
const MUCH = 100;

/** The kind of an ID in a list that is mainly of another kind; "" if there is none. In a list of two kinds it is the likelier one. */
export function kindIn(candidates: readonly Candidate[], main: string, { isOfTwo }: Together): string {
  const [best] = candidates;
  const own = candidates.find(({ format }) => format === main);
  const much = isOfTwo ? 1 : MUCH;
  return own && best && own.score * much >= best.score ? main : (best?.format ?? "");
}

/** After this many IDs of one shape and one kind, all IDs of this shape count as IDs of this kind. */
export const SURE = 200;

/** Remembers the kinds of the IDs of a shape, because asking the reader for each ID of a long list takes long. */
export class Shapes {
  readonly #kinds = new Map<string, { kind: string; count: number }>();

  /** The kind of an ID. `look` finds it. */
  kindOf(id: string, look: () => string): string {
    const shape = shapeOf(id);
    const known = this.#kinds.get(shape);
    if (known && known.count >= SURE) return known.kind;
    const kind = look();
    if (!known) this.#kinds.set(shape, { kind, count: 1 });
    // A shape of several kinds is never sure.
    else known.count = known.kind === kind ? known.count + 1 : -Infinity;
    return kind;
  }
}

/** The length of an ID, its kinds of characters, and the digit that tells the version of a UUID. */
function shapeOf(id: string): string {
  const classes = [/\d/, /[a-z]/, /[A-Z]/, /[^0-9A-Za-z]/].map((characters) => Number(characters.test(id))).join("");
  return `${id.length} ${classes} ${id.length === 36 ? id.charAt(14) : ""}`;
}
