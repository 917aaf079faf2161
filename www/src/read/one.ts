// The view of one ID: the possible formats, and the fields and texts of the ID in the chosen one.

import type { AnyFormatWithEpoch, Candidate } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { setParams } from "../address.ts";
import { type LeafBits, bitsOf } from "../bits.ts";
import { CUSTOM, formatOf, isKnown } from "../formats.ts";
import { copyButton } from "../parts/copy.ts";
import { attempt, epochField, errorMessage } from "../parts/fields.ts";
import { isPinned, pin } from "../parts/highlight.ts";
import { colour, namesOf, ruler } from "../parts/ruler.ts";
import { day, local, relative, utc } from "../when.ts";
import { idOf, inspectorFor } from "./candidates.ts";
import { textsOf } from "./texts.ts";
import { whyUnreadable } from "./unreadable.ts";

export function oneId(text: string, params: URLSearchParams): TemplateResult {
  const { result: candidates = [], error } = attempt(() => inspectorFor(params)(text));
  // The epoch or the layout of the address is invalid.
  if (error) return html`${errorMessage(error)} ${epochField(CUSTOM, params)}`;
  const chosen = candidates.find(({ format }) => format === params.get("format")) ?? candidates[0];
  if (!chosen) return html`${errorMessage(whyUnreadable(text))}`;
  const read = attempt(() => reading(text, chosen, params));
  return html`${choice(candidates, chosen)} ${epochField(chosen.format, params)} ${errorMessage(read.error)}
  ${read.result}`;
}

/** The reasons for a format, in short phrases. */
function reasonsOf({ fit, score, reasons }: Candidate): string[] {
  return [`${Math.round(score * 100)} %`, ...(fit === "unknown" ? ["enter its epoch"] : reasons)];
}

function choice(candidates: Candidate[], chosen: Candidate): TemplateResult {
  return html`<fieldset class="candidates">
    <legend>${candidates.length === 1 ? "Format" : "Possible formats, most likely first"}</legend>
    ${candidates.map(
      (candidate) =>
        html`<label class=${candidate.fit}
          ><input
            type="radio"
            name="candidate"
            .checked=${live(candidate === chosen)}
            @change=${() => setParams({ format: candidate.format })}
          /><span
            ><b>${candidate.format}</b> ${reasonsOf(candidate).map((reason) => html`<small>${reason}</small> `)}</span
          ></label
        >`,
    )}
  </fieldset>`;
}

function reading(text: string, chosen: Candidate, params: URLSearchParams): TemplateResult {
  if (!isKnown(chosen.format))
    return html`${chosen.date ? whenMade(chosen.date) : nothing} ${otherFields(chosen, text)}`;
  const format = formatOf(chosen.format, params);
  const id = idOf(format, chosen, text);
  const fields = bitsOf(format, id);
  return html`${whenMade(format.decode(id).date)} ${ruler(format, fields)}
    <div class="columns">${fieldTable(format, fields)} ${textsOf(format, id)}</div>`;
}

function whenMade(date: Date): TemplateResult {
  return html`<section class="when" aria-live="polite" aria-atomic="true">
    <h2><time datetime=${date.toISOString()}>${utc(date)}</time></h2>
    <p><b>${relative(date.getTime())}</b> · ${local(date)}</p>
  </section>`;
}

function fieldTable(format: AnyFormatWithEpoch, fields: LeafBits[]): TemplateResult {
  return html`<section>
    <h3>Fields</h3>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">field</th>
          <th scope="col" class="number">bits</th>
          <th scope="col" class="number">value</th>
          <th scope="col">binary</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(
          (field) =>
            html`<tr data-field=${namesOf(field)} style=${colour(field)}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed=${isPinned(namesOf(field))}
                  @click=${(event: Event) => {
                    pin(namesOf(field));
                    (event.currentTarget as Element).setAttribute("aria-pressed", String(isPinned(namesOf(field))));
                  }}
                >
                  ${field.name}
                </button>
                <small>${noteOn(field, format)}</small>
              </th>
              <td class="number">${field.bits}</td>
              <td class="number">${field.value}</td>
              <td><code>${field.digits}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** The note next to a field's name: the unit of a time, or the field that a part belongs to. */
function noteOn({ name, parent, kind }: LeafBits, { unit, epoch }: AnyFormatWithEpoch): string {
  if (kind === "time") return `ticks of ${unit} ms since ${day(new Date(epoch))}`;
  return name === parent ? "" : `in ${parent}`;
}

/** The fields of an ID that the package does not make. */
function otherFields({ fields }: Candidate, text: string): TemplateResult {
  return html`<section>
    <h3>Fields</h3>
    <table class="fields">
      <tbody>
        ${Object.entries(fields).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td><code>${value}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>${copyButton("the ID", () => text)}</p>
  </section>`;
}
