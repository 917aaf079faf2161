// The view of a text that is no known ID.

import { type TemplateResult, html } from "lit-html";
import { epochField, formatChoice } from "../parts/fields.ts";
import { answer, inWords } from "./answer.ts";
import { choose, nearest } from "./choice.ts";
import { folded } from "./folded.ts";
import * as parts from "./parts.ts";
import { nearestReadings } from "./readings.ts";
import { isNext, wordsOfUnknown } from "./unknown.ts";

export function noId(text: string, params: URLSearchParams): TemplateResult {
  const readings = nearestReadings(text, params);
  const chosen = choose(readings, params);
  if (chosen)
    return html`${answer(chosen, text)} ${nearest(readings, chosen, text)} ${epochField(chosen.format, params)}
    ${folded(chosen, undefined, text, params, (draw) => draw(parts))}`;
  const words = wordsOfUnknown(text);
  return html`${inWords(words)} ${nearest(readings, undefined, text)}
  ${isNext(words) ? formatChoice(params.get("format") ?? "", true) : ""}`;
}
