// The view of one ID: the text that it is in, its time, the possible kinds, and its fields and texts as an ID of the
// chosen kind.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Found } from "flakekit/inspect";
import { linkTo } from "../address.ts";
import { annotated } from "../parts/annotated.ts";
import { epochField } from "../parts/fields.ts";
import type { Pasted } from "../paste/pasted.ts";
import { isPublic } from "../paste/known.ts";
import { isSecret } from "../paste/secrets.ts";
import { setParams } from "../state.ts";
import { utc } from "../when.ts";
import { answer } from "./answer.ts";
import { damageOf } from "./damage.ts";
import { details } from "./details.ts";
import { type Reading, keyOf, readingsOf } from "./readings.ts";
import { rolesIn } from "./roles.ts";

export function oneId(pasted: Extract<Pasted, { kind: "one" }>, params: URLSearchParams): TemplateResult {
  const { found } = pasted;
  const readings = readingsOf(found, params);
  const chosen = choose(readings, params) ?? (readings[0] as Reading);
  const damage = damageOf(found, chosen);
  // The bits of a counter mean nothing.
  const isCounter = found.warning === "counter" && chosen === readings[0];
  const shown = isCounter ? { ...chosen, drawn: undefined, own: undefined } : chosen;
  return html`${surroundings(pasted)} ${answer(readings, chosen, { isCounter, damage })} ${choice(readings, chosen)}
  ${epochField(chosen.format, params)} ${details(shown, damage, found.text, params)}`;
}

/** The reading that the user has chosen, or the reading that was named by the text from which this ID was taken. */
export function choose(readings: readonly Reading[], params: URLSearchParams): Reading | undefined {
  const as = params.get("as") ?? "";
  const isOf = (name: string | null) => readings.filter(({ format }) => format === name);
  const [first, ...others] = [...isOf(params.get("format")), ...isOf(params.get("named"))];
  return [first, ...others].find((reading) => reading?.writtenAs === as) ?? first;
}

/** The text, if it is more than the ID. The other IDs of a link lead to their own views. */
function surroundings({ text, found, all }: Extract<Pasted, { kind: "one" }>): TemplateResult | typeof nothing {
  if (text === found.text) return nothing;
  const roles = rolesIn(text);
  const marks = all.map((one, n) => {
    const { start, end, candidates } = one;
    const title = [roles[n], titleOf(candidates[0])].filter(Boolean).join(": ");
    // A link to a secret would write it into the address.
    const isLinked = one !== found && isPublic(one) && !isSecret(text, one);
    return { start, end, title, ...(isLinked && { link: linkTo("read", { id: one.text }) }) };
  });
  const named = all.map(({ text }, n) => (roles[n] ? `${roles[n]} ${text}` : "")).filter(Boolean);
  return html`${annotated(text, marks)}
  ${named.length > 0 ? html`<p class="quiet roles">${named.join(", ")}</p>` : nothing}`;
}

/** `discord, 2016-04-30 11:18:25.796 UTC` */
const titleOf = (candidate: Found["candidates"][number] | undefined): string =>
  candidate ? `${candidate.format}${candidate.date ? `, ${utc(candidate.date)}` : ""}` : "";

/** The score of a reading below which it is folded. */
const LEAST_SCORE = 0.005;

function choice(readings: readonly Reading[], chosen: Reading): TemplateResult {
  const isShown = (reading: Reading) =>
    reading === readings[0] || (reading.fit !== "unlikely" && reading.score >= LEAST_SCORE);
  const folded = readings.filter((reading) => !isShown(reading));
  const none = 1 - readings.reduce((sum, { score }) => sum + score, 0);
  return html`<fieldset class="candidates">
    <legend>${readings.length === 1 ? "Kind" : "Possible kinds, most likely first"}</legend>
    <div class="options">
      ${readings.filter(isShown).map((reading) => option(reading, chosen))}
      ${
        folded.length > 0
          ? html`<details ?open=${folded.includes(chosen)}>
              <summary>${folded.length} more, unlikely</summary>
              <div class="options">${folded.map((reading) => option(reading, chosen))}</div>
            </details>`
          : nothing
      }
    </div>
    ${none >= LEAST_SCORE ? html`<p class="quiet none">None of these: ${percent(none)}</p>` : nothing}
  </fieldset>`;
}

export function option(reading: Reading, chosen: Reading | undefined): TemplateResult {
  const { format, writtenAs, fit } = reading;
  return html`<label class=${fit}
    ><input
      type="radio"
      name="candidate"
      .checked=${live(reading === chosen)}
      @change=${() => setParams({ format, as: writtenAs || null })}
    /><span
      ><b>${keyOf(reading)}</b> ${reasonsOf(reading).map((reason) => html`<small>${reason}</small> `)}</span
    ></label
  >`;
}

/** The reasons for a reading, in short phrases. */
function reasonsOf({ score, writtenAs, date, reasons }: Reading): string[] {
  // The reader does not say how likely another encoding is.
  if (writtenAs) return date ? [`made ${utc(date)}`] : [];
  return [percent(score), ...reasons];
}

/** A probability below 1 is not rounded to 100 %. */
function percent(score: number): string {
  if (score > 0 && score < 0.005) return "below 1 %";
  return score > 0.995 && score < 1 ? "above 99 %" : `${Math.round(score * 100)} %`;
}
