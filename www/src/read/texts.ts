// An ID in all encodings, each character in the colour of the field that determines it.

import type { AnyFormat, AnyId, Encoding } from "flakekit";
import { type TemplateResult, html } from "lit-html";
import { type Character, charactersOf } from "../bits.ts";
import { ENCODINGS } from "../../../pkg-template/src/generated/contract.ts";
import { leavesOf } from "../formats.ts";
import { copyButton } from "../parts/copy.ts";
import { attempt } from "../parts/fields.ts";

/** The name of an encoding in words: `rotated base64` for `rotatedBase64`. */
const inWords = (encoding: Encoding): string => encoding.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** Returns the encodings that the format supports, its default first. */
function encodingsOf(format: AnyFormat, id: AnyId): Encoding[] {
  const sorted = [format.text, ...ENCODINGS.filter((as) => as !== format.text)];
  return sorted.filter((as) => attempt(() => format.toText(id, { as })).result !== undefined);
}

function character(format: AnyFormat, { text, fields }: Character): TemplateResult {
  const [field] = leavesOf(format).filter(({ name }) => fields.includes(name));
  return field ? html`<span data-field=${fields.join(" ")} style="--hue: ${field.hue}">${text}</span>` : html`${text}`;
}

export function textsOf(format: AnyFormat, id: AnyId): TemplateResult {
  return html`<section>
    <h3>As text</h3>
    <dl class="texts">
      ${encodingsOf(format, id).map(
        (as) =>
          html`<div>
            <dt>${inWords(as)}</dt>
            <dd>
              <code>${charactersOf(format, id, { as }).map((part) => character(format, part))}</code>
              ${copyButton(inWords(as), () => format.toText(id, { as }))}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
