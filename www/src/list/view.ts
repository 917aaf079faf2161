// The view of a list of IDs: the text in which they are, a time line, facts, a table and the export.

import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo } from "../address.ts";
import { usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { codeBlock } from "../parts/code.ts";
import { epochField, errorMessage } from "../parts/fields.ts";
import { type State, isStored, redraw, state } from "../state.ts";
import { counted, number } from "../when.ts";
import { codeOf } from "./code.ts";
import { chips, head } from "./controls.ts";
import { loadListInspector } from "./inspector.ts";
import { OWN } from "./list.ts";
import type { Answer, Summary } from "./messages.ts";
import type { Shown } from "./shown.ts";
import { ask, cancelReading, listFrom, readInWorker } from "./reading.ts";
import { VERDICTS } from "./sheet.ts";
import { table } from "./table.ts";
import { textOf } from "./text.ts";
import { timeline } from "./timeline.ts";

type Draw = (source: string | File, state: State) => TemplateResult;

/** Loads what lists need, and returns the function that draws a list. */
export async function loadLists(): Promise<Draw> {
  await loadListInspector();
  addEventListener("beforeunload", askBeforeLoss);
  addEventListener("pointerdown", closeMenu);
  return manyIds;
}

/** A list that the browser does not store is lost when the page is left or loaded again, so the browser asks before. */
function askBeforeLoss(event: BeforeUnloadEvent): void {
  if (!isStored(state) && state.list?.source === state.text) event.preventDefault();
}

/** A click beside a menu closes it. */
function closeMenu({ target }: Event): void {
  const menu = document.querySelector(".menu[open]");
  if (!menu?.contains(target as Node)) menu?.removeAttribute("open");
}

function manyIds(source: string | File, { params }: State): TemplateResult {
  const shown = listFrom(source, params);
  const { answer, error, isReading } = shown;
  if (!answer && error === undefined) return html`<p class="quiet pending">Reading …</p>`;
  if (answer && answer.summary.ids + answer.summary.errors === 0 && !isReading) {
    return html`${errorMessage("The text contains no ID.")}`;
  }
  const drawn = error === undefined ? answer : undefined;
  // With an invalid epoch, its input stays.
  return html`<section class="many">
    ${
      drawn
        ? html`${head(shown, drawn)}
            <div class="reading-status">${status(shown, drawn.summary)}</div>`
        : errorMessage(error)
    }
    ${epochOf(answer?.summary, params)} ${drawn ? body(shown, drawn, params) : nothing}
  </section>`;
}

/**
 * The input of the epoch, if the epoch of a list's IDs is not known. Until the user gives the epoch, the input is empty
 * and no time is shown.
 */
function epochOf(summary: Summary | undefined, params: URLSearchParams): TemplateResult | typeof nothing {
  const kinds = summary ? [summary.format, ...summary.kinds.map(([kind]) => kind)] : [CUSTOM];
  const kind = kinds.find(usesEpochParam);
  return kind === undefined ? nothing : epochField(kind, params, kind === CUSTOM ? undefined : "");
}

function body(shown: Shown, answer: Answer, params: URLSearchParams): TemplateResult {
  const { query, isReading, isRecoded } = shown;
  const { times, span, summary } = answer;
  const select = isReading ? undefined : (times: Answer["span"]) => ask(shown, { times });
  return html`${isRecoded ? html`<p class="quiet">Lines that are no UTF-8 were read as windows-1252.</p>` : nothing}
  ${isReading || !summary.damage ? nothing : html`<p class="error">${summary.damage}</p>`}
  ${summary.format === OWN ? ownEpoch : nothing} ${chips(shown, answer)} ${textOf(shown)}
  ${times && span ? timeline(times, span, query.times !== undefined, select) : nothing} ${duplicates(shown, answer)}
  ${table(shown, answer)} ${facts(answer)} ${inCode(summary, params)}`;
}

/** How many IDs are there more than once. The line's place is kept until the facts are known, so that the table does not move. */
function duplicates(shown: Shown, { facts, verdicts }: Answer): TemplateResult {
  return html`<p class="duplicates">
    <span>${facts ? counts(facts) : nothing}</span>
    ${facts && (facts.repeats.length > 0 || shown.query.isOfRepeats) ? toRepeats(shown) : nothing}
    <span>${verdicts.map(([verdict, count]) => `${number(count)} ${VERDICTS[verdict]}`).join(" · ")}</span>
  </p>`;
}

/** The other facts about the IDs that are shown, one in a line. */
function facts({ facts }: Answer): TemplateResult | typeof nothing {
  if (!facts || facts.lines.length === 0) return nothing;
  return html`<section class="facts">
    <h3>What the list shows</h3>
    <ul>
      ${facts.lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`;
}

/** `200,000 rows · 199,959 different · 41 IDs twice` */
function counts({ rows, different, repeats }: NonNullable<Answer["facts"]>): string {
  if (repeats.length === 0) return "No duplicates.";
  const often = (times: number) => (times === 2 ? "twice" : `${number(times)} times`);
  const [first, second, ...others] = repeats.map(([times, count]) => `${counted(count)} ${often(times)}`);
  const more = repeats.slice(2).reduce((sum, [, count]) => sum + count, 0);
  const parts = [first, second, ...(others.length > 0 ? [`${number(more)} more often`] : [])].filter(Boolean);
  return [`${number(rows)} rows`, `${number(different)} different`, ...parts].join(" · ");
}

const toRepeats = (shown: Shown): TemplateResult =>
  html`<button
    type="button"
    class="small"
    ?disabled=${shown.isReading}
    @click=${() =>
      ask(shown, { isOfRepeats: !shown.query.isOfRepeats, order: { column: undefined, descending: false } })}
  >
    ${shown.query.isOfRepeats ? "show all rows" : "show duplicates"}
  </button>`;

function inCode(summary: Summary, params: URLSearchParams): TemplateResult | typeof nothing {
  const code = codeOf(summary, params);
  if (code === undefined) return nothing;
  return html`<section>
    <h3>In code</h3>
    ${codeBlock("Code", code)}
  </section>`;
}

/** The progress while the list is read, then how many of its texts are no IDs, and how many cells are empty. */
function status(shown: Shown, { errors, empty }: Summary): TemplateResult | typeof nothing {
  const { progress, isReading } = shown;
  if (progress < 1) {
    const again = () => {
      readInWorker(shown);
      redraw();
    };
    const act = isReading ? () => cancelReading(shown) : again;
    return html`<progress value=${progress} aria-label="progress"></progress>
      ${isReading ? nothing : html`<span>Cancelled: these are the first ${Math.floor(100 * progress)} %.</span>`}
      <button type="button" class="small" @click=${act}>${isReading ? "Cancel" : "Read again"}</button>`;
  }
  const unreadable = errors - empty;
  if (unreadable > 0) return html`<p class="error">${counted(unreadable)} cannot be read. The table shows why.</p>`;
  return empty > 0
    ? html`<p class="quiet">${number(empty)} ${empty === 1 ? "cell is" : "cells are"} empty.</p>`
    : nothing;
}

/** Says that no dates are shown, because the epoch is known to the maker of the IDs only. */
const ownEpoch = html`<p>
  These are snowflakes with an epoch of their own, so the page shows no dates. The view
  <a href=${linkTo("layout")}>Layout</a> finds the epoch from some of the IDs and their times.
</p>`;
