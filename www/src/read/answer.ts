// The answer: what the ID is and when it was made, or why it has no time.

import { type TemplateResult, html, nothing } from "lit-html";
import type { Found } from "flakekit/inspect";
import { besideTime, utc } from "../when.ts";
import type { Damage } from "./damage.ts";
import { type Reading, SHORT } from "./readings.ts";

/** A reading is said to be likely, too, if the first one is less than this many times as likely. */
const NEARLY = 2;

/**
 * @param found - the ID
 * @param readings - all of its readings, the likeliest first
 * @param chosen - the one that is shown
 * @param damage - what it has lost
 */
export function answer(
  { warning }: Pick<Found, "warning">,
  readings: readonly Reading[],
  chosen: Reading,
  damage: Damage | undefined,
): TemplateResult {
  const { date, format, writtenAs, note } = chosen;
  const as = writtenAs && writtenAs !== SHORT ? `${format}, written in ${writtenAs}` : format;
  const isCounter = warning === "counter" && chosen === readings[0];
  return html`<section class="when">
    <h2>
      ${date ? html`<time datetime=${date.toISOString()}>${utc(date)}</time>` : isCounter ? "A counter" : "No time"}
      <span>as ${as}</span>
    </h2>
    ${date ? beside(date) : nothing} ${note ? html`<p>${note}</p>` : nothing}
    ${remarks(chosen, isCounter, damage).map((remark) => html`<p>${remark}</p>`)}
    ${writtenAs === SHORT ? shortForm(chosen) : nothing} ${also(readings, chosen)}
  </section>`;
}

/** The age, and the time in the reader's zone. */
function beside(date: Date): TemplateResult {
  const { age, local } = besideTime(date);
  const isPast = date.getTime() <= Date.now();
  return html`<p><b>${isPast && age !== "now" ? `${age} ago` : age}</b> <span class="quiet">· ${local}</span></p>`;
}

function remarks({ date, fit, reasons, note }: Reading, isCounter: boolean, damage: Damage | undefined): string[] {
  if (isCounter) return ["It is from before such IDs held times: they were counted."];
  if (damage) {
    const time = damage.ms === 0 ? "The time is right" : `The time can be off by ${duration(damage.ms)}`;
    return [
      `Its last ${damage.digits} digits are lost: spreadsheets and JSON.parse round long numbers.`,
      `${time}. What is grey is not known. Let the source of this ID write it as a text.`,
    ];
  }
  if (date || note) return [];
  return reasons.includes("holds no time") || fit === "plausible"
    ? ["Such IDs hold no time."]
    : ["Its time depends on an epoch. Enter the epoch."];
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** `12 seconds`, rounded up. */
function duration(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ["ms", 1];
  const count = Math.ceil(ms / size);
  return `${count} ${unit}${unit === "ms" || count === 1 ? "" : "s"}`;
}

function shortForm({ format, own }: Reading): TemplateResult {
  return html`<p>
    This is ${format}'s short form, without leading zero digits. The last two digits stand first, so what is left out
    begins at the 3rd character: the full text is <code>${own?.format.toText(own.id)}</code>.
  </p>`;
}

/** The other readings that are nearly as likely as the first one, while that is shown. */
function also(readings: readonly Reading[], chosen: Reading): TemplateResult | typeof nothing {
  const [first, ...others] = readings;
  const likely = others.filter(({ score }) => first && score * NEARLY > first.score);
  if (chosen !== first || likely.length === 0) return nothing;
  const each = likely.map(({ date, format }) => `${date ? utc(date) : "no time"} as ${format}`);
  return html`<p class="also">It may as well be: ${each.join("; ")}.</p>`;
}
