// The table of an ID's fields, in which they can be changed while the bits can be.

import type { AnyFormatWithEpoch } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { type Drawn, type LeafBits, bitsOf, valueOfBits } from "../bits.ts";
import { namesOf } from "../formats/leaves.ts";
import { pin } from "../parts/highlight.ts";
import { colour } from "../parts/ruler.ts";
import { state } from "../state.ts";
import { day } from "../when.ts";
import type { Damage } from "./damage.ts";
import { enterField, enterTime } from "./edit.ts";
import type { Reading } from "./readings.ts";

export function fieldTable(drawn: Drawn, reading: Reading, damage: Damage | undefined): TemplateResult {
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
        ${bitsOf(drawn).map((field) => row(field, drawn, reading, damage))}
      </tbody>
    </table>
  </section>`;
}

/** The fields of a kind whose bits the page cannot draw. */
export function fieldList(fields: Reading["fields"]): TemplateResult | typeof nothing {
  const entries = Object.entries(fields);
  if (entries.length === 0) return nothing;
  return html`<section>
    <h3>Fields</h3>
    <dl class="texts">
      ${entries.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd><code>${value}</code></dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function row(
  field: LeafBits,
  drawn: Drawn,
  { format, own, date }: Reading,
  damage: Damage | undefined,
): TemplateResult {
  const names = namesOf(field);
  const isLost = damage !== undefined && field.start + field.bits > drawn.bits - damage.bits && field.kind !== "time";
  return html`<tr data-field=${names} style=${colour(field)}>
    <th scope="row">
      <button type="button" aria-pressed=${state.pinned === names} @click=${() => pin(names)}>${field.name}</button>
      <small>${noteOn(field, date && own?.format)}</small>
      ${state.isEditing && own && date && field.kind === "time" ? timeInput(field, drawn, own.format, date) : nothing}
    </th>
    <td class="number">${field.bits}</td>
    <td class="number">${isLost ? "lost" : valueInput(field, drawn, format)}</td>
    <td><code>${isLost ? "?".repeat(field.bits) : field.digits}</code></td>
  </tr>`;
}

function valueInput(field: LeafBits, drawn: Drawn, format: string): TemplateResult {
  const value = String(valueOfBits(field));
  if (!state.isEditing) return html`${value}`;
  return html`<input
    class="value"
    inputmode="numeric"
    spellcheck="false"
    autocomplete="off"
    aria-label="value of ${field.name}"
    style="--length: ${value.length}"
    .value=${live(value)}
    @change=${(event: Event) => enterField(drawn, format, field, event.target as HTMLInputElement)}
  />`;
}

function timeInput(field: LeafBits, drawn: Drawn, format: AnyFormatWithEpoch, date: Date): TemplateResult {
  return html`<input
    class="value time"
    spellcheck="false"
    autocomplete="off"
    aria-label="time of ${field.name}"
    style="--length: 24"
    .value=${live(date.toISOString())}
    @change=${(event: Event) => enterTime(drawn, format, field, event.target as HTMLInputElement)}
  />`;
}

/** The note next to a field's name: the unit of a time, or the field that a part belongs to. */
function noteOn({ name, parent, kind }: LeafBits, format: AnyFormatWithEpoch | null | undefined): string {
  if (kind === "time" && format) return `ticks of ${format.unit} ms since ${day(new Date(format.epoch))}`;
  return name === parent ? "" : `in ${parent}`;
}
