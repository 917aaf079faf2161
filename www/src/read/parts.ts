// What the folded parts below an answer contain: the bits, the fields, the texts, the time and the code of an ID.

import { type TemplateResult, html, nothing } from "lit-html";
import { withBitInverted } from "../bits.ts";
import { codeBlock } from "../parts/code.ts";
import { ruler } from "../parts/ruler.ts";
import { state } from "../state.ts";
import { codeOf } from "./code.ts";
import type { Damage } from "./damage.ts";
import { enterBits, toggleEditing } from "./edit.ts";
import { fieldList, fieldTable } from "./field-table.ts";
import type { Reading } from "./readings.ts";
import { sqlOf } from "./sql.ts";
import { textsOf } from "./texts.ts";
import { timesOf } from "./times.ts";

/** The ID in other encodings, and its time in other forms. */
export const forms = (chosen: Reading, damage: Damage | undefined, text: string): TemplateResult => {
  const drawn = damage ? undefined : chosen.drawn?.();
  return html`<div class="columns">
    ${drawn ? textsOf(drawn) : nothing} ${chosen.date ? timesOf(chosen.date, chosen, text) : nothing}
  </div>`;
};

/** Code that reads the ID. SQL cannot read what is lost. */
export const code = (
  chosen: Reading,
  damage: Damage | undefined,
  text: string,
  params: URLSearchParams,
): TemplateResult =>
  html`<div class="columns">
    <section>
      <h3>JavaScript</h3>
      ${codeBlock("Code", codeOf(chosen, text, params))}
    </section>
    ${damage ? nothing : sqlOf(chosen, params)}
  </div>`;

/** The bits and the fields, which can be changed when the user asks for it. */
export function bits(chosen: Reading, damage: Damage | undefined): TemplateResult {
  const drawn = chosen.drawn?.();
  if (!drawn) return html`${fieldList(chosen.fields)}`;
  const invert = (at: number) => enterBits(drawn, chosen.format, withBitInverted(drawn, at));
  return html`<button type="button" class="small" aria-pressed=${state.isEditing ?? false} @click=${toggleEditing}>
      Edit bits
    </button>
    ${ruler(drawn, { lost: damage?.bits ?? 0, ...(state.isEditing && { invert }) })}
    ${fieldTable(drawn, chosen, damage)}`;
}
