// An ID in all encodings, each character in the colour of the field that determines it.

import { type TemplateResult, html } from "lit-html";
import { type Characters, type Drawn, charactersOf } from "../bits.ts";
import { copyButton } from "../parts/copy.ts";

function part({ leaves }: Drawn, { text, fields }: Characters): TemplateResult {
  const field = leaves.find(({ name }) => fields.includes(name));
  return field ? html`<span data-field=${fields.join(" ")} style="--hue: ${field.hue}">${text}</span>` : html`${text}`;
}

export function textsOf(drawn: Drawn): TemplateResult {
  return html`<section>
    <h3>As text</h3>
    <dl class="texts">
      ${drawn.texts.map(
        (form) =>
          html`<div>
            <dt>${form.name}</dt>
            <dd>
              <code>${charactersOf(drawn, form).map((characters) => part(drawn, characters))}</code>
              ${copyButton(form.name, () => form.write(drawn.bytes, false))}
            </dd>
          </div>`,
      )}
    </dl>
  </section>`;
}
