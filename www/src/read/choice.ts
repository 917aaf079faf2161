// The possible kinds of an ID: as equal rows if none is sure, and otherwise as a choice beside the answer.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { attempt } from "../attempt.ts";
import { CUSTOM, customFormat } from "../formats/custom.ts";
import { titleOf, unitOf } from "../names.ts";
import { setParams } from "../state.ts";
import { utc } from "../when.ts";
import { type Reading, keyOf } from "./readings.ts";

/** The score from which on a reading is the answer. */
const SURE = 0.8;

/** The score of a reading below which it is folded. */
const LEAST_SCORE = 0.005;

/** The least score of a row of an unsure answer. The first reading has a row in any case. */
const LEAST_ROW = 0.05;

/** The probability of "none of these" below which it is not shown. */
const LEAST_NONE = 0.1;

export const isSure = (reading: Reading | undefined): reading is Reading =>
  reading !== undefined && reading.score >= SURE;

/** The readings of an unsure answer, with what speaks for each of them. */
export function unsure(readings: readonly Reading[], text: string, params: URLSearchParams): TemplateResult {
  const rows = readings.filter(({ score }, n) => n < 3 && (n === 0 || score >= LEAST_ROW));
  const others = readings.filter((reading) => !rows.includes(reading));
  return html`<section class="when unsure">
    <hgroup>
      <h2>${rows.length === 1 ? "It is not sure what this is" : "It can be one of these"}</h2>
    </hgroup>
    <fieldset class="candidates rows">
      <legend class="hidden">What it can be</legend>
      <div class="options">${rows.map((reading) => row(reading, text))}</div>
      ${noneOf(readings)} ${unlikely(others, undefined, text)}
    </fieldset>
    ${/^\d+$/.test(text) ? ownEpoch(params) : nothing}
  </section>`;
}

/** The input of an epoch, with which the ID is read as a snowflake of the usual layout. */
export function ownEpoch(params: URLSearchParams): TemplateResult {
  const enter = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const given = { epoch: input.value.trim(), format: CUSTOM };
    const { error = "" } = attempt(() =>
      customFormat(new URLSearchParams({ ...Object.fromEntries(params), ...given })),
    );
    input.setCustomValidity(error);
    if (input.reportValidity() && given.epoch !== "") setParams({ ...given, as: null });
  };
  return html`<label class="field own-epoch"
    >It may have an epoch of its own: <input class="date" placeholder="2024-01-01" @change=${enter} />
  </label>`;
}

/** The choice among all readings, while one of them is shown. */
export function choice(readings: readonly Reading[], chosen: Reading, text: string): TemplateResult {
  const isShown = (reading: Reading) =>
    reading === readings[0] || (reading.fit !== "unlikely" && reading.score >= LEAST_SCORE);
  const folded = readings.filter((reading) => !isShown(reading));
  return html`<fieldset class="candidates">
    <legend class="hidden">Kind</legend>
    <div class="options">${readings.filter(isShown).map((reading) => option(reading, chosen, text))}</div>
    ${unlikely(folded, chosen, text)} ${noneOf(readings)}
  </fieldset>`;
}

/** The readings of a text that is not an ID of one of these kinds, as far as the page knows. */
export const nearest = (readings: readonly Reading[], chosen: Reading | undefined, text: string): TemplateResult =>
  html`<fieldset class="candidates">
    <legend class="hidden">The nearest kinds</legend>
    ${unlikely(readings, chosen, text)}
  </fieldset>`;

function unlikely(
  readings: readonly Reading[],
  chosen: Reading | undefined,
  text: string,
): TemplateResult | typeof nothing {
  if (readings.length === 0) return nothing;
  const isOpen = chosen !== undefined && readings.includes(chosen);
  return html`<details ?open=${isOpen}>
    <summary>${readings.length} unlikely ${readings.length === 1 ? "reading" : "readings"}</summary>
    <div class="options">${readings.map((reading) => option(reading, chosen, text))}</div>
  </details>`;
}

function noneOf(readings: readonly Reading[]): TemplateResult | typeof nothing {
  const none = 1 - readings.reduce((sum, { score }) => sum + score, 0);
  return none > LEAST_NONE ? html`<p class="quiet none">None of these: ${percent(none)}</p>` : nothing;
}

/** A reason that speaks against a reading, or says what the row says already. */
const NOT_FOR = /^made | is unusual$| is also likely$/;

function row(reading: Reading, text: string): TemplateResult {
  const { date, format, reasons, score } = reading;
  const reasonsFor = reasons.filter((reason) => !NOT_FOR.test(reason));
  const made = date ? utc(date, unitOf(format, text)) : "no time";
  const why = reasonsFor.length > 0 ? reasonsFor : ["such IDs were made then"];
  return radio(reading, undefined, [made, `${percent(score)}: ${why.join(", ")}`]);
}

function option(reading: Reading, chosen: Reading | undefined, text: string): TemplateResult {
  const { score, writtenAs, format, date, reasons } = reading;
  // The reader does not say how likely another encoding is.
  if (writtenAs) return radio(reading, chosen, date ? [`made ${utc(date, unitOf(format, text))}`] : []);
  return radio(reading, chosen, [percent(score), ...reasons.filter((one) => !one.endsWith("is also likely"))]);
}

function radio(reading: Reading, chosen: Reading | undefined, reasons: readonly string[]): TemplateResult {
  const { format, writtenAs, fit } = reading;
  return html`<label class=${fit}
    ><input
      type="radio"
      name="candidate"
      value=${keyOf(reading)}
      .checked=${live(reading === chosen)}
      @change=${() => setParams({ format, as: writtenAs || null })}
    /><span
      ><b>${writtenAs ? `${titleOf(format)} in ${writtenAs}` : titleOf(format)}</b>
      ${reasons.map((reason) => html`<small>${reason}</small> `)}</span
    ></label
  >`;
}

/** A probability below 1 is not rounded to 100 %. */
function percent(score: number): string {
  if (score > 0 && score < 0.005) return "below 1 %";
  return score > 0.995 && score < 1 ? "above 99 %" : `${Math.round(score * 100)} %`;
}

/** The reading that the user has chosen, or the reading that was named by the text from which this ID was taken. */
export function choose(readings: readonly Reading[], params: URLSearchParams): Reading | undefined {
  const as = params.get("as") ?? "";
  const isOf = (name: string | null) => readings.filter(({ format }) => format === name);
  const [first, ...others] = [...isOf(params.get("format")), ...isOf(params.get("named"))];
  return [first, ...others].find((reading) => reading?.writtenAs === as) ?? first;
}
