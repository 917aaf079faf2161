// The part of a text that the page may write into its address and title, which the browser's history keeps and a shared
// link tells.

import type { Found } from "flakekit/inspect";
import { attempt } from "../attempt.ts";
import { isPublic, isPublicId } from "../paste/known.ts";
import { LONG, type Pasted, cleaned } from "../paste/pasted.ts";
import { isSecret } from "../paste/secrets.ts";
import { formatOf, isKnown } from "../formats/catalogue.ts";

/** Many shorter random texts with letters are IDs. */
const LEAST_LENGTH = 15;

/** Matches characters between IDs, which no ID contains. */
const SEPARATOR = /[\s,;"'[\]{}]+/;

/**
 * The ID that is shown, or a list of IDs only; otherwise null. Text around an ID, and text that is no ID, may be a
 * secret, such as a token. An ID that its surroundings call a secret is not kept.
 */
export function keptOf(given: string, pasted: Pasted, params: URLSearchParams, isTyped: boolean): string | null {
  switch (pasted.kind) {
    case "nothing":
      return null;
    case "many":
      return given.length <= LONG && isList(given, isTyped) ? given : null;
    case "none":
      return !isTyped && isReadAs(pasted.text, params) ? pasted.text : null;
    case "one":
      return isKept(pasted.text, pasted.found, isTyped) ? pasted.found.text : null;
  }
}

/** Whether a text is unlikely to be an ID by chance. */
const isSure = (text: string): boolean => /^\d+$/.test(text) || text.length >= LEAST_LENGTH;

/**
 * A typed text may be the beginning of a secret, and a short text with letters among other words may be a part of a
 * secret.
 */
function isKept(text: string, found: Found, isTyped: boolean): boolean {
  if (!isPublic(found) || isSecret(text, found)) return false;
  const isWhole = found.text === text;
  return isTyped ? isWhole && isSure(found.text) : isWhole || isSure(found.text);
}

function isList(text: string, isTyped: boolean): boolean {
  const words = cleaned(text)
    .split(SEPARATOR)
    .filter((word) => word !== "");
  return words.length > 0 && words.every((word) => isPublicId(word) && (!isTyped || isSure(word)));
}

/** Whether the user has chosen a format that reads the text. */
function isReadAs(text: string, params: URLSearchParams): boolean {
  const name = params.get("format") ?? "";
  return isKnown(name) && (attempt(() => formatOf(name, params).isValid(text)).result ?? false);
}
