// The view of one ID: its time, the possible formats, and its fields and texts in the chosen one.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { linkTo } from "../address.ts";
import { CUSTOM } from "../formats/custom.ts";
import { attempt } from "../parts/attempt.ts";
import { codeBlock } from "../parts/code.ts";
import { epochField, errorMessage } from "../parts/fields.ts";
import { ruler } from "../parts/ruler.ts";
import type { Found } from "../paste/grammar.ts";
import { setParams } from "../state.ts";
import { relative, utc } from "../when.ts";
import { codeOf } from "./code.ts";
import { fieldTable } from "./field-table.ts";
import { type Reading, SHORT, keyOf, readingsOf } from "./readings.ts";
import { textsOf } from "./texts.ts";
import { timesOf } from "./times.ts";
import { whyUnreadable } from "./unreadable.ts";

export function oneId(found: Found, params: URLSearchParams): TemplateResult {
  const { result: readings = [], error } = attempt(() => readingsOf(found.id, params));
  // The epoch or the layout of the parameters is invalid.
  if (error) return html`${errorMessage(error)} ${epochField(CUSTOM, params)}`;
  const chosen = choose(readings, found, params);
  if (!chosen) return html`${foundIn(found)} ${errorMessage(whyUnreadable(found.id))}`;
  return html`${foundIn(found)} ${headline(chosen)} ${choice(readings, chosen)} ${epochField(chosen.format, params)}
  ${reading(chosen, found.id, params)}`;
}

/** The reading that the user chose, or what the ID was found in, such as a link, or else the most likely one. */
function choose(readings: readonly Reading[], found: Found, params: URLSearchParams): Reading | undefined {
  const name = params.get("format") ?? found.format ?? params.get("named");
  const as = params.get("as") ?? "";
  const named = readings.filter(({ format }) => format === name);
  return named.find(({ writtenAs }) => writtenAs === as) ?? named[0] ?? readings[0];
}

/** Says in what an ID was found, and links to the other IDs there. */
function foundIn({ id, where, others }: Found): TemplateResult | typeof nothing {
  if (!where) return nothing;
  const also = others.map((other) => html` <a href=${linkTo("read", { id: other })}><code>${other}</code></a>`);
  return html`<p class="quiet found">
    Found in ${where}: <code>${id}</code>${also.length > 0 ? html`. Also in it:${also}` : nothing}
  </p>`;
}

function headline({ date, format, writtenAs, note, own }: Reading): TemplateResult {
  const as = writtenAs && writtenAs !== SHORT ? `${format}, written in ${writtenAs}` : format;
  return html`<section class="when" aria-live="polite" aria-atomic="true">
    <h2>
      ${date ? html`<time datetime=${date.toISOString()}>${utc(date)}</time>` : "No time"}
      <span>as ${as}</span>
    </h2>
    ${date ? html`<p><b>${relative(date.getTime())}</b></p>` : nothing} ${note ? html`<p>${note}</p>` : nothing}
    ${
      writtenAs === SHORT
        ? html`<p>
            This is ${format}'s short form, without leading zero digits. The last two digits stand first, so what is
            left out begins at the 3rd character: the full text is <code>${own?.format.toText(own.id)}</code>.
          </p>`
        : nothing
    }
  </section>`;
}

/** The share of a reading below which it is folded. */
const LEAST_SHARE = 0.005;

function choice(readings: readonly Reading[], chosen: Reading): TemplateResult {
  const isShown = (reading: Reading) =>
    reading === readings[0] || (reading.fit !== "unlikely" && reading.share >= LEAST_SHARE);
  const folded = readings.filter((reading) => !isShown(reading));
  return html`<fieldset class="candidates">
    <legend>${readings.length === 1 ? "Format" : "Possible formats, most likely first"}</legend>
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
  </fieldset>`;
}

function option(reading: Reading, chosen: Reading): TemplateResult {
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
function reasonsOf({ fit, share, reasons }: Reading): string[] {
  return [`${Math.round(share * 100)} %`, ...(fit === "unknown" ? ["enter its epoch"] : reasons)];
}

function reading(chosen: Reading, id: string, params: URLSearchParams): TemplateResult {
  const { date } = chosen;
  const drawn = chosen.drawn?.();
  return html`${drawn ? ruler(drawn) : nothing}
    <div class="columns">
      ${drawn ? fieldTable(drawn, chosen.own?.format) : nothing} ${drawn ? textsOf(drawn) : nothing}
      ${date ? timesOf(date) : nothing}
      <section>
        <h3>In code</h3>
        ${codeBlock("Code", codeOf(chosen, id, params))}
      </section>
    </div>`;
}
