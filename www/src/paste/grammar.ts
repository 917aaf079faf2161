// The one grammar of pasted text. It takes an ID out of what surrounds it: a link, a mention, quotes, a line of code.

import { type LinkedId, linkedIds } from "./links.ts";
import { namesSecret } from "./secrets.ts";

/** An ID that was found in a text. */
export interface Found {
  id: string;
  /** In what it was found, such as `a link to x.com`; "" if the text is the ID itself. */
  where: string;
  /** The format that the surroundings name. */
  format?: string | undefined;
  /** Other IDs of the same link. */
  others: string[];
  /** Whether its surroundings name it as a secret, such as a password. */
  isSecret: boolean;
}

/** Characters that are not visible: of zero width, soft hyphens, directions of writing, byte order marks. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns the text without invisible characters and without space around it. */
export const cleaned = (text: string): string => text.replace(INVISIBLE, "").trim();

/** What the grammar makes of a text: another text, and in what it was found. */
type Rule = (text: string, isId: IsId) => Layer | undefined;
interface Layer {
  text: string;
  where: string;
  format?: string;
  others?: string[];
  isSecret?: boolean;
}

/** Whether a text is an ID as it is. */
export type IsId = (text: string) => boolean;

/** The rule that takes the first group of a pattern, without the space around it. */
function group(where: string, pattern: RegExp, format?: string): Rule {
  return (text) => {
    const found = pattern.exec(text)?.[1]?.trim();
    // The name of an emoji says nothing about its ID.
    return found ? { text: found, where, ...(format && { format, isSecret: false }) } : undefined;
  };
}

/** What is left of a text without the punctuation around it. */
const UNPUNCTUATED = /^["'`“”„‘’«»([{<]*(?!["'`“”„‘’«»([{<])(.*[^"'`“”„‘’«»)\]}>.,;:!?…])/s;
/** What may be between punctuation: a number with separators, or one word. */
const INNER = /^(?:\d{1,3}(?:[,.' ]\d{3})+|[^\s,;"'`]*[\w-])$/;

/**
 * Each rule takes one layer off. They are tried in this order, again and again until none applies. The time of a pattern
 * grows as the length of its text: where two repeated parts meet, no character fits both.
 */
const RULES: readonly Rule[] = [
  group("a mention", /^<(?:@[!&]?|#|a?:\w+:|\/[\w -]+:)(\d+)>$/, "discord"),
  group("a mention", /^<t:(\d+)(?::\w)?>$/),
  (text, isId) => {
    const link = linkedIds(/^.*[^.,;:!?)\]>"'»”’]/s.exec(text)?.[0] ?? "");
    return link && ofLink(link, isId);
  },
  group("a URN", /^urn:uuid:(.+)$/i),
  group("quotes", /^["'`“”„‘’«»]+([^"'`“”„‘’«»]+)["'`“”„‘’«»]+$/),
  group("a call", /^(?:new\s+)?[A-Za-z]\w*\(\s*(\S.*)\)$/s),
  group("brackets", /^[[({<]\s*([^\s,;]+)\s*[\])}>]$/),
  group("an assignment", /^["'`]?[A-Za-z][\w.-]*["'`]?\s*(?:=|:|=>)\s*([^\s=:,;{}[\]]+)[,;]?$/),
  (text) => {
    const inner = UNPUNCTUATED.exec(text)?.[1] ?? "";
    return inner !== text && INNER.test(inner) ? { text: inner, where: "punctuation" } : undefined;
  },
  (text) => {
    // Long numbers are no IDs, and the time to convert them grows as the square of their length.
    const digits = /^0x([0-9a-f_]{1,64})n?$/i.exec(text)?.[1]?.replaceAll("_", "");
    return digits ? { text: String(BigInt(`0x${digits}`)), where: "a hexadecimal number" } : undefined;
  },
  group("a BigInt", /^(\d{10,})n$/),
  (text) => {
    if (!/^\d{1,3}(?:([,._'’ \u00a0\u202f])\d{3})(?:\1\d{3})*n?$/.test(text)) return undefined;
    return { text: text.replace(/\D/g, ""), where: "a number with separators" };
  },
];

function ofLink({ ids, secrets, host, format }: LinkedId, isId: IsId): Layer {
  const id = (format ? undefined : (ids.find(isId) ?? secrets.find(isId))) ?? ids[0] ?? secrets[0] ?? "";
  const others = ids.filter((other) => other !== id && isId(other));
  return {
    text: id,
    where: `a link to ${host}`,
    others,
    isSecret: secrets.includes(id),
    ...(format && { format }),
  };
}

/** More layers are around no ID that people paste. */
const MOST_LAYERS = 8;

const INSIGNIFICANT = ["", "quotes", "punctuation", "brackets"];

/** The characters of all IDs. */
const PLAIN = /^[\w-]*$/;
/** Texts of these characters to which a rule applies all the same. */
const LITERAL = /^(?:0x[0-9a-f_]+n?|\d+n|\d{1,3}(?:_\d{3})+n?)$/i;

/** Whether no rule may change a text: it can be nothing but an ID, or `isId` accepts it. */
const isBare = (text: string, isId: IsId): boolean => PLAIN.test(text) && (!LITERAL.test(text) || isId(text));

/** Applies the first rule that applies. */
function nextLayer(text: string, isId: IsId): Layer | undefined {
  for (const rule of RULES) {
    const layer = rule(text, isId);
    if (layer) return layer;
  }
  return undefined;
}

/** Returns the ID in a text: what is left when no rule applies. */
export function findId(text: string, isId: IsId): Found {
  let found: Found = { id: cleaned(text), where: "", others: [], isSecret: false };
  for (let layers = 0; layers < MOST_LAYERS && !isBare(found.id, isId); layers++) {
    const next = nextLayer(found.id, isId);
    if (!next || next.text === found.id) break;
    found = {
      id: next.text,
      // The outermost surroundings that say something are named.
      where: INSIGNIFICANT.includes(found.where) ? next.where : found.where,
      format: found.format ?? next.format,
      others: [...found.others, ...(next.others ?? [])],
      isSecret: found.isSecret || (next.isSecret ?? namesSecret(found.id.replace(next.text, " "))),
    };
  }
  return found;
}
