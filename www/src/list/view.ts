// The view of a list of IDs: the text in which they are, a time line, facts, a sortable table and the export.

import { type TemplateResult, html, nothing } from "lit-html";
import { chancesOf, isClearlyDamaged } from "../../../pkg-template/src/tables/index.ts";
import { linkTo } from "../address.ts";
import { usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { codeBlock } from "../parts/code.ts";
import { epochField, errorMessage } from "../parts/fields.ts";
import { type State, redraw } from "../state.ts";
import { counted, duration, number } from "../when.ts";
import { codeOf } from "./code.ts";
import { controls } from "./controls.ts";
import { type Facts } from "./facts.ts";
import { show } from "./filter.ts";
import { loadListInspector } from "./inspector.ts";
import type { List } from "./list.ts";
import type { Loss } from "./messages.ts";
import type { Filter, Shown } from "./shown.ts";
import { cancelReading, listFrom, readInWorker } from "./reading.ts";
import { table } from "./table.ts";
import { textOf } from "./text.ts";
import { timeline } from "./timeline.ts";
import { OWN } from "./together.ts";

type Draw = (source: string | File, state: State) => TemplateResult;

/** Loads what lists need, and returns the function that draws a list. */
export async function loadLists(): Promise<Draw> {
  await loadListInspector();
  return manyIds;
}

function manyIds(source: string | File, { params }: State): TemplateResult {
  const shown = listFrom(source, params);
  const { list, error, progress } = shown;
  if (!list && error === undefined) return html`<p class="quiet pending">Reading …</p>`;
  if (list?.ids.length === 0 && progress === 1) return html`${errorMessage("The text contains no ID.")}`;
  const isShown = list !== undefined && error === undefined;
  // With an invalid epoch, its input stays.
  return html`<section class="many">
    ${isShown ? head(shown, list) : errorMessage(error)} ${epochOf(list, params)}
    ${isShown ? body(shown, list, params) : nothing}
  </section>`;
}

/**
 * The input of the epoch, if the epoch of a list's IDs is not known. Until the user gives the epoch, the input is empty
 * and no time is shown.
 */
function epochOf(list: List | undefined, params: URLSearchParams): TemplateResult | typeof nothing {
  const kinds = list ? [list.format, ...new Set(list.kinds.values())] : [CUSTOM];
  const kind = kinds.find(usesEpochParam);
  return kind === undefined ? nothing : epochField(kind, params, kind === CUSTOM ? undefined : "");
}

function body(shown: Shown, list: List, params: URLSearchParams): TemplateResult {
  const { times, filter, worker } = shown;
  const select = (spans: Filter["spans"]) => setFilter(shown, { ...filter, spans });
  return html`${textOf(shown, list)} ${times ? timeline(times, filter.spans, worker ? undefined : select) : nothing}
  ${facts(shown)} ${table(shown, list)} ${inCode(list, params)}`;
}

function setFilter(shown: Shown, filter: Filter): void {
  show(shown, { filter });
  redraw();
}

/** The facts about the list, one in a line. Their place is kept until they are known. */
function facts(shown: Shown): TemplateResult {
  return html`<section class="facts">
    <h3>What the list shows</h3>
    <ul>
      ${shown.facts ? [repeats(shown, shown.facts), ...shown.facts.lines.map((line) => html`<li>${line}</li>`)] : nothing}
    </ul>
  </section>`;
}

function repeats(shown: Shown, { repeats }: Facts): TemplateResult {
  const { filter } = shown;
  const { onlyRepeated } = filter;
  if (repeats === 0) return html`<li>No duplicates.</li>`;
  return html`<li>
    ${counted(repeats)} ${repeats === 1 ? "is" : "are"} there more than once.
    <button
      type="button"
      class="small"
      aria-pressed=${onlyRepeated}
      @click=${() => setFilter(shown, { ...filter, onlyRepeated: !onlyRepeated })}
    >
      show only duplicates
    </button>
  </li>`;
}

function inCode(list: List, params: URLSearchParams): TemplateResult | typeof nothing {
  const code = codeOf(list, params);
  if (code === undefined) return nothing;
  return html`<section>
    <h3>In code</h3>
    ${codeBlock("Code", code)}
  </section>`;
}

function head(shown: Shown, list: List): TemplateResult {
  const { ids, errors } = list;
  const { filter, rows } = shown;
  const all = ids.length - errors.size;
  const isFiltered = filter.spans !== undefined || filter.onlyRepeated;
  return html`<h2>${isFiltered ? `${number(rows?.length ?? 0)} of ${counted(all)}` : counted(all)}</h2>
    <div class="reading-status">${status(shown, list)}</div>
    ${shown.isRecoded ? html`<p class="quiet">Lines that are no UTF-8 were read as windows-1252.</p>` : nothing}
    ${damage(shown, list)} ${ownEpoch(list)} ${controls(shown, list)}`;
}

/** The progress while the list is read, then how many of its texts are no IDs, and how many cells are empty. */
function status(shown: Shown, { errors, empty }: List): TemplateResult | typeof nothing {
  const { progress, worker } = shown;
  if (progress < 1) {
    const stop = () => cancelReading(shown);
    const again = () => {
      readInWorker(shown);
      redraw();
    };
    return html`<progress value=${progress} aria-label="progress"></progress>
      ${worker ? nothing : html`<span>Cancelled: these are the first ${Math.floor(100 * progress)} %.</span>`}
      <button type="button" class="small" @click=${worker ? stop : again}>${worker ? "Cancel" : "Read again"}</button>`;
  }
  const unreadable = errors.size - empty;
  if (unreadable > 0) return html`<p class="error">${counted(unreadable)} cannot be read. The table shows why.</p>`;
  return empty > 0
    ? html`<p class="quiet">${number(empty)} ${empty === 1 ? "cell is" : "cells are"} empty.</p>`
    : nothing;
}

/** Says that no dates are shown, because the epoch is known to the maker of the IDs only. */
const ownEpoch = ({ format }: List): TemplateResult | typeof nothing =>
  format === OWN
    ? html`<p>
        These are snowflakes with an epoch of their own, so the page shows no dates. The view
        <a href=${linkTo("layout")}>Layout</a> finds the epoch from some of the IDs and their times.
      </p>`
    : nothing;

/** Says once that the digits of the list are damaged: if they are together, or if clearly more IDs look damaged than chance gives. */
function damage({ progress }: Shown, { damaged, places, loss, ids }: List): TemplateResult | typeof nothing {
  if (!loss && (progress < 1 || !isClearlyDamaged(damaged, ids.length, chancesOf(ids)))) return nothing;
  const others = damaged > places.length ? ", …" : "";
  const where = places.length > 0 ? ` (${places.join(", ")}${others})` : "";
  const count = damaged === ids.length ? counted(damaged) : `${number(damaged)} of ${counted(ids.length)}`;
  return html`<p class="error">
    ${count}${where} have lost their last digits, as spreadsheets and JSON.parse round long numbers. ${leftIn(loss)}
    Export the IDs as text.
  </p>`;
}

/** What is still true of IDs that have lost their last digits. */
function leftIn(loss: Loss | undefined): string {
  if (!loss) return "Their times are nearly right, and their other fields are wrong.";
  const { fields, ms } = loss;
  const times = ms === undefined ? [] : [`their times are right to ${duration(ms)}`];
  const lost = fields.length === 0 ? [] : [`${inList(fields)} ${fields.length === 1 ? "is" : "are"} lost`];
  const sentence = [...times, ...lost].join("; ");
  return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** `a, b and c` */
const inList = (names: readonly string[]): string => names.join(", ").replace(/, ([^,]*)$/, " and $1");
