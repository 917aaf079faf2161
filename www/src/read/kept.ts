// What the page may write of a text into its address and title, which the browser's history keeps and a shared link tells.

import { attempt } from "../parts/attempt.ts";
import { LONG, type Pasted, SEPARATOR, isId } from "../paste/pasted.ts";
import { readingsOf } from "./readings.ts";

/**
 * The shortest text with letters that is written while it is typed: of random texts that are shorter, many are IDs. What is
 * typed may be the beginning of a secret.
 */
const LEAST_TYPED = 15;

/**
 * The ID that was found, or a list of IDs only; else null. Text around an ID, and text that is no ID, may be a secret, such as
 * a token. An ID that its surroundings call a secret is not kept. An ID that was taken out of other text must be one by
 * itself, unless the surroundings name its format.
 */
export function keptOf(text: string, pasted: Pasted, params: URLSearchParams, isTyped: boolean): string | null {
  if (pasted.kind === "many") return text.length <= LONG && isList(text) ? text : null;
  if (pasted.kind !== "one" || pasted.found.isSecret) return null;
  const { id, where, format } = pasted.found;
  if (isTyped) return isId(id) && (/^\d+$/.test(id) || id.length >= LEAST_TYPED) ? id : null;
  // The host of a link, or a mention, says where the ID is.
  return isId(id) || ((where === "" || format) && isRead(id, params)) ? id : null;
}

function isList(text: string): boolean {
  const words = text.split(SEPARATOR).filter((word) => word !== "");
  return words.length > 0 && words.every(isId);
}

/** Whether one of the readings of a text is not unlikely. */
const isRead = (id: string, params: URLSearchParams): boolean =>
  attempt(() => readingsOf(id, params)).result?.some(({ fit }) => fit !== "unlikely") ?? false;
