// What one ID says, in every format that it could be of, the likeliest first.

import type { Candidate } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { adjust } from "../address.ts";
import { type Placed, bitsOf } from "../bits.ts";
import { CUSTOM, type Format, formatOf, isKnown } from "../formats.ts";
import { copyButton } from "../parts/copy.ts";
import { attempt, complaint, epochField } from "../parts/fields.ts";
import { isPinned, pin } from "../parts/light.ts";
import { colour, namesOf, ruler } from "../parts/ruler.ts";
import { day, local, relative, utc } from "../when.ts";
import { idOf, inspector } from "./candidates.ts";
import { textsOf } from "./texts.ts";
import { whyUnreadable } from "./unreadable.ts";

export function oneId(text: string, params: URLSearchParams): TemplateResult {
  const { done: candidates = [], wrong } = attempt(() => inspector(params)(text));
  // With an epoch or a layout that is none, nothing can be tried.
  if (wrong) return html`${complaint(wrong)} ${epochField(CUSTOM, params)}`;
  const chosen = candidates.find(({ format }) => format === params.get("format")) ?? candidates[0];
  if (!chosen) return html`${complaint(whyUnreadable(text))}`;
  const read = attempt(() => reading(text, chosen, params));
  return html`${choice(candidates, chosen)} ${epochField(chosen.format, params)} ${complaint(read.wrong)} ${read.done}`;
}

/** The reason for a format, with the figures that it rests on. */
function reasonsOf({ fit, reason, date, fields }: Candidate): string[] {
  if (fit === "unknown") return ["its epoch", "has to be told"];
  if (fit === "unlikely" || !date) return [reason];
  const [node] = Object.entries(fields).filter(([, value]) => typeof value === "number");
  return [`in the past, ${day(date)}`, ...(node ? [node.join(" ")] : [])];
}

function choice(candidates: Candidate[], chosen: Candidate): TemplateResult {
  return html`<fieldset class="candidates">
    <legend>${candidates.length === 1 ? "It can only be" : "It could be, the likeliest first"}</legend>
    ${candidates.map(
      (candidate) =>
        html`<label class=${candidate.fit}
          ><input
            type="radio"
            name="candidate"
            .checked=${live(candidate === chosen)}
            @change=${() => adjust({ format: candidate.format })}
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

function fieldTable(format: Format, fields: Placed[]): TemplateResult {
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

/** What the number is of. */
function noteOn({ name, of, kind }: Placed, { unit, epoch }: Format): string {
  if (kind === "time") return `× ${unit} ms since ${day(new Date(epoch))}`;
  return name === of ? "" : `of ${of}`;
}

/** Of IDs that are not of this package's formats: what they say, as it is read. */
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
