// The drawing of a layout: every bit of an ID in the colour of its field.

import type { FormatDescription } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import type { Placed } from "../bits.ts";
import { type Leaf, leavesOf } from "../formats.ts";

/** What lights up when a field is pointed at: its own name and that of the field it is a part of. */
export const namesOf = ({ name, of }: Leaf): string => (name === of ? name : `${name} ${of}`);

export const colour = ({ hue }: Leaf): string => `--hue: ${hue}`;

/** `63 bits, high to low: timestamp 41, machineId 10, sequence 12` */
function inWords(format: FormatDescription): string {
  const fields = leavesOf(format).map(({ name, bits }) => `${name} ${bits}`);
  return `${format.bits} bits, high to low: ${fields.join(", ")}`;
}

/** All bits of an ID, in one row where there is room, else in rows of half or a quarter of them. */
export function ruler(format: FormatDescription, fields: Placed[]): TemplateResult {
  // So that rows divide evenly, and the low bits are at their ends.
  const columns = Math.ceil(format.bits / 4) * 4;
  const padding = columns - format.bits;
  return html`<figure class="ruler" role="img" aria-label=${inWords(format)} style="--columns: ${columns}">
    <div class="names">
      ${padding ? html`<span style="grid-column: span ${padding}"></span>` : nothing}
      ${fields.map(
        (field) =>
          html`<span
            class=${room(field)}
            data-field=${namesOf(field)}
            style="${colour(field)}; grid-column: span ${field.bits}"
            ><b>${field.name}</b><i>${field.bits}</i></span
          >`,
      )}
    </div>
    <div class="bits">
      ${Array.from({ length: padding }, () => html`<i></i>`)}
      ${fields.map(
        (field) =>
          html`<span data-field=${namesOf(field)} style=${colour(field)}
            >${[...field.digits].map((digit) => html`<i class=${digit === "1" ? "one" : "zero"}>${digit}</i>`)}</span
          >`,
      )}
    </div>
  </figure>`;
}

/** How much of its name and width fits above a field, where all bits are in one row. */
const room = ({ bits }: Leaf): string => (bits < 4 ? "tiny" : bits < 8 ? "narrow" : "");

/** A layout as a strip, its fields as wide as their bits; of so many bits in all, so that strips compare. */
export function strip(format: FormatDescription, of: number): TemplateResult {
  return html`<span class="strip" role="img" aria-label=${inWords(format)} style="width: ${(100 * format.bits) / of}%">
    ${leavesOf(format).map(
      (leaf) =>
        html`<span data-field=${namesOf(leaf)} style="${colour(leaf)}; flex: ${leaf.bits}"
          ><b>${leaf.bits < 8 ? "" : leaf.name}</b></span
        >`,
    )}
  </span>`;
}
