// The answer: when the ID was made, and its kind; or in words why it has no time.

import { type TemplateResult, html, nothing } from "lit-html";
import { titleOf, unitOf } from "../names.ts";
import { copyButton } from "../parts/copy.ts";
import { age, duration, local, utc, zoneName } from "../when.ts";
import type { Damage } from "./damage.ts";
import { type Reading, SHORT } from "./readings.ts";
import { shareButtons } from "./share.ts";
import type { Words } from "./words.ts";

/** Flaws of an ID that its digits show. */
export interface Flaws {
  /** Whether the ID is a counter from before IDs of its kind held times. */
  isCounter?: boolean;
  /** The digits that the ID has lost. */
  damage?: Damage | undefined;
}

/** The time of an ID as a headline, if it has one, and what is particular to the ID. */
export function answer(chosen: Reading, text: string, flaws: Flaws = {}): TemplateResult {
  const { date, format, writtenAs } = chosen;
  const unit = unitOf(format, text);
  const kind = writtenAs && writtenAs !== SHORT ? `${titleOf(format)}, written in ${writtenAs}` : titleOf(format);
  return html`<section class="when">
    <hgroup>
      <h2>
        ${
          date
            ? html`<time datetime=${date.toISOString()}>${local(date)}</time>`
            : flaws.isCounter
              ? "A counter"
              : titleWithoutTime(chosen)
        }
      </h2>
      <p><b class="kind">${kind}</b>${date ? ` · ${ageOf(date)} · ${zoneName()}` : nothing}</p>
    </hgroup>
    ${
      date
        ? html`<p class="utc">
            <code>${utc(date, unit)}</code> ${copyButton("the time", () => utc(date, unit))}
            ${shareButtons(chosen, text)}
          </p>`
        : nothing
    }
    ${remarks(chosen, flaws).map((remark) => html`<p>${remark}</p>`)}
    ${writtenAs === SHORT ? shortForm(chosen) : nothing}
  </section>`;
}

/** What the page says instead of a time. */
export const inWords = ({ title, says }: Words): TemplateResult =>
  html`<section class="when words">
    <hgroup><h2>${title}</h2></hgroup>
    <p>${says}</p>
  </section>`;

function ageOf(date: Date): string {
  const length = age(date.getTime());
  return date.getTime() <= Date.now() && length !== "now" ? `${length} ago` : length;
}

/** Whether the kind of an ID has times, of which the epoch is not known. */
const needsEpoch = ({ reasons, note, format }: Reading): boolean =>
  format === "own" || (note === undefined && !reasons.includes("holds no time"));

function titleWithoutTime(reading: Reading): string {
  if (reading.fit === "unlikely") return "Not made by a clock";
  return needsEpoch(reading) ? "Its epoch tells the time" : "No time";
}

function remarks(reading: Reading, { isCounter, damage }: Flaws): string[] {
  const { date, note } = reading;
  if (isCounter) return ["It is from before such IDs held times: they were counted."];
  if (damage) {
    const time = damage.ms === 0 ? "The time is right" : `The time can be off by ${duration(damage.ms)}`;
    return [
      `${time}. Its last ${damage.digits} digits are lost: spreadsheets and JSON.parse round long numbers. ` +
        `It was one of the IDs from ${damage.min} to ${damage.max}. Let the source of this ID write it as a text.`,
    ];
  }
  if (note) return [note];
  if (date) return [];
  return [needsEpoch(reading) ? "Its time depends on an epoch. Enter the epoch." : "Such IDs hold no time."];
}

function shortForm({ format, own }: Reading): TemplateResult {
  return html`<p>
    This is ${titleOf(format)}'s short form, without leading zero digits. The last two digits stand first, so what is
    left out begins at the 3rd character: the full text is <code>${own?.format.toText(own.id)}</code>.
  </p>`;
}
