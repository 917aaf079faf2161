// What the page may write of a text into its address and title, which the browser's history keeps and a shared link tells.

import type { Found } from "flakekit/inspect";
import { attempt } from "../parts/attempt.ts";
import { isPublic, wholeId } from "../paste/known.ts";
import { LONG, type Pasted, cleaned } from "../paste/pasted.ts";
import { isSecret } from "../paste/secrets.ts";
import { formatOf, isKnown } from "../formats/catalogue.ts";

/**
 * The shortest text with letters that is written while it is typed: of random texts that are shorter, many are IDs. What is
 * typed may be the beginning of a secret.
 */
const LEAST_TYPED = 15;

/** What no ID contains, but what is between IDs. */
const SEPARATOR = /[\s,;"'[\]{}]+/;

/**
 * The ID that is shown, or a list of IDs only; else null. Text around an ID, and text that is no ID, may be a secret, such as
 * a token. An ID that its surroundings call a secret is not kept.
 */
export function keptOf(given: string, pasted: Pasted, params: URLSearchParams, isTyped: boolean): string | null {
  switch (pasted.kind) {
    case "nothing":
      return null;
    case "many":
      return given.length <= LONG && isList(given) ? given : null;
    case "none":
      return !isTyped && isReadAs(pasted.text, params) ? pasted.text : null;
    case "one":
      return isKept(pasted.text, pasted.found, isTyped) ? pasted.found.text : null;
  }
}

function isKept(text: string, found: Found, isTyped: boolean): boolean {
  if (!isPublic(found) || isSecret(text, found)) return false;
  return !isTyped || (found.text === text && (/^\d+$/.test(text) || text.length >= LEAST_TYPED));
}

function isList(text: string): boolean {
  const words = cleaned(text)
    .split(SEPARATOR)
    .filter((word) => word !== "");
  const isPublicId = (word: string): boolean => {
    const found = wholeId(word);
    return found !== undefined && isPublic(found) && !isSecret(word, found);
  };
  return words.length > 0 && words.every(isPublicId);
}

/** Whether the user has chosen a format that reads the text. */
function isReadAs(text: string, params: URLSearchParams): boolean {
  const name = params.get("format") ?? "";
  return isKnown(name) && (attempt(() => formatOf(name, params).isValid(text)).result ?? false);
}
