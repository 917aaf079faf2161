// The time of an ID in the forms that people write.

import { type TemplateResult, html } from "lit-html";
import { unitOf } from "../names.ts";
import { copyButton } from "../parts/copy.ts";
import { exactLocal, iso, relative } from "../when.ts";
import { discordStyles, markOf } from "./discord-times.ts";
import type { Reading } from "./readings.ts";

export function timesOf(date: Date, { format }: Reading, text: string): TemplateResult {
  const ms = date.getTime();
  const unit = unitOf(format, text);
  const forms = {
    ISO: iso(date, unit),
    ...(unit < 1000 && { "Unix ms": String(ms) }),
    "Unix s": String(Math.floor(ms / 1000)),
    local: exactLocal(date, unit),
    relative: relative(ms),
    Discord: markOf(ms),
  };
  return html`<section>
    <h3>Time</h3>
    <dl class="texts times">
      ${Object.entries(forms).map(
        ([name, text]) =>
          html`<div>
            <dt>${name}</dt>
            <dd><code>${text}</code> ${copyButton(name, () => text)}</dd>
          </div>`,
      )}
    </dl>
    ${discordStyles(ms)}
  </section>`;
}
