// Finds the kinds of the IDs of a list.

import type { Candidate } from "flakekit/inspect";

/** A text of the beginning of the list. */
export interface Sampled {
  candidates: readonly Candidate[];
  /** Whether the reader takes the text for an ID. All other texts are read only if the user chooses a format. */
  isFound: boolean;
}

export interface Kinds {
  /** The kind that the user has chosen, and otherwise the likeliest kind; "" if there is no kind. */
  format: string;
  /** The kinds that fit, the likeliest first. */
  formats: string[];
  isChosen: boolean;
  /** Whether the IDs are of several kinds. */
  isMixed: boolean;
}

/** Decides by the beginning of a list, and by the format that the user has chosen, if it fits. */
export function kindsOf(sample: readonly Sampled[], chosen: string | null): Kinds {
  const found = sample.filter(({ isFound }) => isFound);
  const formats = likeliest(sample);
  const [main = ""] = likeliest(found);
  const format = formats.find((name) => name === chosen);
  return {
    format: format ?? main,
    formats,
    isChosen: format !== undefined,
    isMixed: found.some(({ candidates }) => kindIn(candidates, main) !== main),
  };
}

function likeliest(sample: readonly Sampled[]): string[] {
  const scores = new Map<string, number>();
  for (const { candidates } of sample) {
    for (const { format, score } of candidates) scores.set(format, (scores.get(format) ?? 0) + score);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([format]) => format);
}

/** How many times likelier than the main kind another kind must be, because most lists have IDs of one kind. */
const MUCH = 100;

/** The kind of an ID in a list that is mainly of another kind; "" if there is none. */
export function kindIn(candidates: readonly Candidate[], main: string): string {
  const [best] = candidates;
  const own = candidates.find(({ format }) => format === main);
  return own && best && own.score * MUCH >= best.score ? main : (best?.format ?? "");
}

/** After this many IDs of one shape and one kind, all IDs of this shape count as IDs of this kind. */
const SURE = 200;

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
