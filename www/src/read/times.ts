// The time of an ID in the forms that people write.

import { type TemplateResult, html } from "lit-html";
import { copyButton } from "../parts/copy.ts";
import { local, relative } from "../when.ts";
import { discordStyles, markOf } from "./discord-times.ts";

export function timesOf(date: Date): TemplateResult {
  const ms = date.getTime();
  const forms = {
    ISO: date.toISOString(),
    "Unix ms": String(ms),
    "Unix s": String(Math.floor(ms / 1000)),
    local: local(date),
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
