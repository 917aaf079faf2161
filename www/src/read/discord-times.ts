// Discord's marks for a time, such as `<t:1656432460:R>`, and the texts that Discord shows in their place. The styles:
// https://discord.com/developers/docs/reference#message-formatting-timestamp-styles

import { type TemplateResult, html } from "lit-html";
import { copyButton } from "../parts/copy.ts";
import { relative } from "../when.ts";

const DATE = { year: "numeric", month: "numeric", day: "numeric" } as const;
const TIME = { hour: "numeric", minute: "numeric" } as const;

/** The format of each style. `R` is relative. */
const STYLES: Record<string, Intl.DateTimeFormatOptions | undefined> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: DATE,
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { ...DATE, ...TIME },
  S: { ...DATE, ...TIME, second: "numeric" },
  R: undefined,
};

/** The formats are kept, because browsers take long to make them. */
const formats = new Map<string, Intl.DateTimeFormat>();

function shownAs(style: string, ms: number): string {
  const options = STYLES[style];
  if (!options) return relative(ms);
  const format = formats.get(style) ?? new Intl.DateTimeFormat(undefined, options);
  formats.set(style, format);
  return format.format(ms);
}

/** The mark of a time. Discord shows a mark without a style as it shows the style `f`. */
export const markOf = (ms: number, style = ""): string => `<t:${Math.floor(ms / 1000)}${style && `:${style}`}>`;

/** All styles, with the texts that a user of this language and time zone sees. */
export function discordStyles(ms: number): TemplateResult {
  return html`<details>
    <summary>All styles of Discord</summary>
    <dl class="marks">
      ${Object.keys(STYLES).map((style) => {
        const mark = markOf(ms, style);
        return html`<div>
          <dt>${shownAs(style, ms)}</dt>
          <dd><code>${mark}</code> ${copyButton(mark, () => mark)}</dd>
        </div>`;
      })}
    </dl>
    <p class="quiet">In Discord, each reader sees them in their own language and time zone.</p>
  </details>`;
}
