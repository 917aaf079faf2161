// An ID in all encodings, each character in the colour of the field that determines it.

import type { Encoding } from "flakekit";
import { type TemplateResult, html } from "lit-html";
import { type Character, charactersOf } from "../bits.ts";
import { type Format, type Id, leavesOf } from "../formats.ts";
import { copyButton } from "../parts/copy.ts";
import { attempt } from "../parts/fields.ts";

const ENCODINGS: Record<Encoding, string> = {
  decimal: "decimal",
  hex: "hex",
  base36: "base36",
  base62: "base62",
  rotatedBase64: "rotated base64",
  sno: "sno",
  snoUuid: "sno UUID",
};

/** Returns the encodings that the format supports, its default first. */
function encodingsOf(format: Format, id: Id): Encoding[] {
  const all = Object.keys(ENCODINGS) as Encoding[];
  const sorted = [format.text, ...all.filter((as) => as !== format.text)];
  return sorted.filter((as) => attempt(() => format.toText(id, { as })).result !== undefined);
}

function character(format: Format, { text, fields }: Character): TemplateResult {
  const [field] = leavesOf(format).filter(({ name }) => fields.includes(name));
  return field ? html`<span data-field=${fields.join(" ")} style="--hue: ${field.hue}">${text}</span>` : html`${text}`;
}

export function textsOf(format: Format, id: Id): TemplateResult {
  return html`<section>
    <h3>As text</h3>
    <dl class="texts">
      ${encodingsOf(format, id).map(
        (as) =>
          html`<div>
            <dt>${ENCODINGS[as]}</dt>
            <dd>
              <code>${charactersOf(format, id, { as }).map((part) => character(format, part))}</code>
              ${copyButton(ENCODINGS[as], () => format.toText(id, { as }))}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
