// The answer: the kind of the ID and when it was made, or why it has no time.

import { type TemplateResult, html, nothing } from "lit-html";
import { besideTime, duration, utc } from "../when.ts";
import type { Damage } from "./damage.ts";
import { type Reading, SHORT } from "./readings.ts";

/** A reading is also called likely if the first reading is less than this many times as likely. */
const NEARLY = 2;

/** Flaws of an ID that its digits show. */
export interface Flaws {
  /** Whether the ID is a counter from before IDs of its kind held times. */
  isCounter?: boolean;
  /** The digits that the ID has lost. */
  damage?: Damage | undefined;
}

/**
 * @param readings - all readings of the ID, the likeliest first
 * @param chosen - the reading that is shown
 */
export function answer(readings: readonly Reading[], chosen: Reading, flaws: Flaws = {}): TemplateResult {
  const { date, format, writtenAs, note } = chosen;
  const as = writtenAs && writtenAs !== SHORT ? `${format}, written in ${writtenAs}` : format;
  return html`<section class="when">
    <h2>
      ${date ? html`<time datetime=${date.toISOString()}>${utc(date)}</time>` : flaws.isCounter ? "A counter" : "No time"}
      <span>as ${as}</span>
    </h2>
    ${date ? beside(date) : nothing} ${note ? html`<p>${note}</p>` : nothing}
    ${remarks(chosen, flaws).map((remark) => html`<p>${remark}</p>`)}
    ${writtenAs === SHORT ? shortForm(chosen) : nothing} ${also(readings, chosen)}
  </section>`;
}

/** The age, and the time in the reader's zone. */
function beside(date: Date): TemplateResult {
  const { age, local } = besideTime(date);
  const isPast = date.getTime() <= Date.now();
  return html`<p><b>${isPast && age !== "now" ? `${age} ago` : age}</b> <span class="quiet">· ${local}</span></p>`;
}

function remarks({ date, reasons, note }: Reading, { isCounter, damage }: Flaws): string[] {
  if (isCounter) return ["It is from before such IDs held times: they were counted."];
  if (damage) {
    const time = damage.ms === 0 ? "The time is right" : `The time can be off by ${duration(damage.ms)}`;
    return [
      `Its last ${damage.digits} digits are lost: spreadsheets and JSON.parse round long numbers.`,
      `It was one of the IDs from ${damage.min} to ${damage.max}.`,
      `${time}. What is grey is not known. Let the source of this ID write it as a text.`,
    ];
  }
  if (date || note) return [];
  return reasons.includes("holds no time")
    ? ["Such IDs hold no time."]
    : ["Its time depends on an epoch. Enter the epoch."];
}

function shortForm({ format, own }: Reading): TemplateResult {
  return html`<p>
    This is ${format}'s short form, without leading zero digits. The last two digits stand first, so what is left out
    begins at the 3rd character: the full text is <code>${own?.format.toText(own.id)}</code>.
  </p>`;
}

/** The readings that are nearly as likely as the first reading, while the first reading is shown. */
function also(readings: readonly Reading[], chosen: Reading): TemplateResult | typeof nothing {
  const [first, ...others] = readings;
  const likely = others.filter(({ score }) => first && score * NEARLY > first.score);
  if (chosen !== first || likely.length === 0) return nothing;
  const each = likely.map(({ date, format }) => `${date ? utc(date) : "no time"} as ${format}`);
  return html`<p class="also">It may as well be: ${each.join("; ")}.</p>`;
}
