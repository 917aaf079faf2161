// The view of a text that is no known ID.

import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo } from "../address.ts";
import { CUSTOM } from "../formats/custom.ts";
import { epochField, errorMessage, formatChoice } from "../parts/fields.ts";
import { answer } from "./answer.ts";
import { details } from "./details.ts";
import { choose, option } from "./one.ts";
import { type Reading, nearestReadings } from "./readings.ts";
import { whyUnreadable } from "./unreadable.ts";

export function noId(text: string, params: URLSearchParams): TemplateResult {
  const readings = nearestReadings(text, params);
  const chosen = choose(readings, params);
  return html`${
    chosen
      ? answer([], chosen)
      : errorMessage(`No ID that this page knows. ${readings.length > 0 ? UNLIKELY : whyUnreadable(text)}`)
  }
  ${nearest(readings, chosen)} ${chosen ? epochField(chosen.format, params) : nextSteps(params)}
  ${chosen ? details(chosen, undefined, text, params) : nothing}`;
}

const UNLIKELY = "It can be read as one, but it is more likely something else.";

function nearest(readings: readonly Reading[], chosen: Reading | undefined): TemplateResult | typeof nothing {
  if (readings.length === 0) return nothing;
  return html`<fieldset class="candidates">
    <legend class="hidden">The nearest kinds</legend>
    <details ?open=${chosen !== undefined}>
      <summary>${readings.length} unlikely ${readings.length === 1 ? "reading" : "readings"}</summary>
      <div class="options">${readings.map((reading) => option(reading, chosen))}</div>
    </details>
  </fieldset>`;
}

function nextSteps(params: URLSearchParams): TemplateResult {
  return html`<p>
      If you know the format of this ID, choose it. If its layout is your own,
      <a href=${linkTo("make", { format: CUSTOM })}>define it</a>. If nobody knows its layout,
      <a href=${linkTo("layout")}>find it</a> from some IDs and their times.
    </p>
    ${formatChoice(params.get("format") ?? "", true)}`;
}
