// The ruler: a drawing of all bits of an ID, each in the colour of its field.

import type { FormatDescription } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { type Drawn, bitsOf } from "../bits.ts";
import { type Leaf, leavesOf, namesOf } from "../formats/leaves.ts";

export const colour = ({ hue }: Leaf): string => `--hue: ${hue}`;

/** `63 bits, high to low: timestamp 41, machineId 10, sequence 12` */
function inWords({ bits, leaves }: { bits: number; leaves: readonly Leaf[] }): string {
  return `${bits} bits, high to low: ${leaves.map(({ name, bits }) => `${name} ${bits}`).join(", ")}`;
}

/** The options of the ruler. */
interface RulerOptions {
  /** How many of the low bits are lost. Lost bits are grey. */
  lost?: number;
  /**
   * Called when a bit is clicked, with the count of bits above it. By keyboard, bits are changed in the table of
   * fields.
   */
  invert?: (at: number) => void;
}

/** Draws all bits of an ID: in one row if it fits, otherwise in two or four rows. */
export function ruler(drawn: Drawn, { lost = 0, invert }: RulerOptions = {}): TemplateResult {
  const fields = bitsOf(drawn);
  // The count of columns is a multiple of 4, so that all rows have the same length. The padding is before the high
  // bits.
  const columns = Math.ceil(drawn.bits / 4) * 4;
  const padding = columns - drawn.bits;
  const bit = (digit: string, at: number): TemplateResult => {
    const classes = `${digit === "1" ? "one" : "zero"}${at >= drawn.bits - lost ? " lost" : ""}`;
    return html`<i class=${classes} @click=${invert && (() => invert(at))}>${digit}</i>`;
  };
  return html`<figure
      class="ruler ${invert ? "editable" : ""}"
      role="img"
      aria-label="${inWords(drawn)}${lost > 0 ? `; the last ${lost} are lost` : ""}"
      style="--columns: ${columns}"
    >
      <div class="names">
        ${padding ? html`<span style="grid-column: span ${padding}"></span>` : nothing}
        ${fields.map(
          (field) =>
            html`<span data-field=${namesOf(field)} style="${colour(field)}; grid-column: span ${field.bits}"
              ><b>${field.name}</b><i>${field.bits}</i></span
            >`,
        )}
      </div>
      <div class="bits">
        ${Array.from({ length: padding }, () => html`<i></i>`)}
        ${fields.map(
          (field) =>
            html`<span data-field=${namesOf(field)} style=${colour(field)}
              >${[...field.digits].map((digit, n) => bit(digit, field.start + n))}</span
            >`,
        )}
      </div>
    </figure>
    ${lost > 0 ? html`<p class="quiet">The last ${lost} bits are lost. They are grey.</p>` : nothing}`;
}

/** Draws a layout as a strip. `total` bits fill the width, so that strips with the same total are comparable. */
export function layoutStrip(format: FormatDescription, total: number): TemplateResult {
  const { bits } = format;
  const leaves = leavesOf(format);
  return html`<span
    class="strip"
    role="img"
    aria-label=${inWords({ bits, leaves })}
    style="width: ${(100 * bits) / total}%"
  >
    ${leaves.map(
      (leaf) =>
        html`<span data-field=${namesOf(leaf)} style="${colour(leaf)}; flex: ${leaf.bits}"
          ><b>${leaf.bits < 8 ? "" : leaf.name}</b></span
        >`,
    )}
  </span>`;
}
