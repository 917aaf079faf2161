// The table of an ID's fields.

import type { AnyFormatWithEpoch } from "flakekit";
import { type TemplateResult, html } from "lit-html";
import { type Drawn, type LeafBits, bitsOf, valueOfBits } from "../bits.ts";
import { namesOf } from "../formats/leaves.ts";
import { pin } from "../parts/highlight.ts";
import { colour } from "../parts/ruler.ts";
import { state } from "../state.ts";
import { day } from "../when.ts";

export function fieldTable(drawn: Drawn, format: AnyFormatWithEpoch | undefined): TemplateResult {
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
        ${bitsOf(drawn).map((field) => row(field, format))}
      </tbody>
    </table>
  </section>`;
}

function row(field: LeafBits, format: AnyFormatWithEpoch | undefined): TemplateResult {
  const names = namesOf(field);
  return html`<tr data-field=${names} style=${colour(field)}>
    <th scope="row">
      <button type="button" aria-pressed=${state.pinned === names} @click=${() => pin(names)}>${field.name}</button>
      <small>${noteOn(field, format)}</small>
    </th>
    <td class="number">${field.bits}</td>
    <td class="number">${valueOfBits(field)}</td>
    <td><code>${field.digits}</code></td>
  </tr>`;
}

/** The note next to a field's name: the unit of a time, or the field that a part belongs to. */
function noteOn({ name, parent, kind }: LeafBits, format: AnyFormatWithEpoch | undefined): string {
  if (kind === "time" && format) return `ticks of ${format.unit} ms since ${day(new Date(format.epoch))}`;
  return name === parent ? "" : `in ${parent}`;
}
