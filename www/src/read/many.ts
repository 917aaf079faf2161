// The view of a list of IDs: a timeline, a sortable table and the export.

import { FlakeError } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo } from "../address.ts";
import { formatParamsOf } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { save } from "../parts/copy.ts";
import { epochField, errorMessage, valueOf } from "../parts/fields.ts";
import { type State, redraw, setParams, state } from "../state.ts";
import { counted, utc } from "../when.ts";
import { toCsv, toJson } from "./export.ts";
import { type List, NO_LIST, type ReadRow, type Row, type Shown, isRead, readMany } from "./list.ts";
import { timeline } from "./timeline.ts";

/** The number of rows that are drawn at first. The button "Show more" adds ten times as many. */
const PAGE = 100;

export function manyIds(text: string, { params }: State): TemplateResult {
  const shown = startReading(text, params);
  if (!shown.list) return html`<p class="quiet pending">Reading …</p>`;
  const { list } = shown;
  const { rows, progress, format, error } = list;
  if (error) return html`${errorMessage(error)} ${epochField(CUSTOM, params)}`;
  const readable = rows.filter(isRead);
  if (progress === 1 && rows.length === 0) return html`${errorMessage("The text contains no ID.")}`;
  return html`<section class="many">
    <h2 aria-live="polite">${counted(readable.length)}</h2>
    <div class="reading-status">${status(progress, rows.length - readable.length)}</div>
    ${controls(list, readable)} ${epochField(format, params)} ${timeline(readable.map(({ timestamp }) => timestamp))}
    ${table(rows, shown)}
  </section>`;
}

/** The progress bar while the list is read, then how many of its texts are no IDs. */
function status(progress: number, unreadable: number): TemplateResult | typeof nothing {
  if (progress < 1) return html`<progress value=${progress} aria-label="progress"></progress>`;
  if (unreadable === 0) return nothing;
  return html`<p class="error">${counted(unreadable)} cannot be read. The table shows why.</p>`;
}

/** Starts reading the list, unless the input is the same as last time. */
function startReading(text: string, params: URLSearchParams): Shown {
  const input = [text, ...Object.values(formatParamsOf(params))].join("\n");
  if (state.list?.input === input) return state.list;
  const shown: Shown = { input, order: { column: "", descending: false }, rowsDrawn: PAGE, list: undefined };
  state.list = shown;
  const wanted = () => state.list === shown;
  const report = (read: List) => {
    shown.list = read;
    redraw();
  };
  // An invalid epoch or layout.
  const fail = (error: unknown) => {
    if (!(error instanceof FlakeError)) throw error;
    report({ ...NO_LIST, error: error.message });
  };
  void readMany(text, params, wanted, report).catch(fail);
  return shown;
}

function controls({ format, formats }: List, rows: ReadRow[]): TemplateResult {
  return html`<p class="controls">
    <label
      >format
      <select @change=${(event: Event) => setParams({ format: valueOf(event) })}>
        ${formats.map((name) => html`<option ?selected=${name === format}>${name}</option>`)}
      </select></label
    >
    <button type="button" @click=${() => save("ids.csv", "text/csv", toCsv(rows))}>Save as CSV</button>
    <button type="button" @click=${() => save("ids.json", "application/json", toJson(rows))}>Save as JSON</button>
  </p>`;
}

function sortBy(column: string, shown: Shown): void {
  shown.order = { column, descending: shown.order.column === column && !shown.order.descending };
  redraw();
}

/** The value of a row in a column; undefined if it has none. */
function cell(row: Row, column: string): unknown {
  if (column === "ID") return row.id;
  if (!isRead(row)) return undefined;
  return column === "created" ? row.timestamp : row.fields[column];
}

/** Compares numbers by value, and texts by length and then by characters, which is the order of IDs. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string" && a.length !== b.length) return a.length - b.length;
  return Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

/** Sorts the rows. Rows without a value in the column come last in both directions. */
function sorted(rows: Row[], { column, descending }: Shown["order"]): Row[] {
  if (!column) return rows;
  const sign = descending ? -1 : 1;
  const [present, missing] = [true, false].map((has) =>
    rows.filter((row) => (cell(row, column) !== undefined) === has),
  );
  return [...(present ?? []).sort((a, b) => sign * compare(cell(a, column), cell(b, column))), ...(missing ?? [])];
}

function table(rows: Row[], shown: Shown): TemplateResult {
  const columns = ["ID", "created", ...Object.keys(rows.find(isRead)?.fields ?? {})];
  const more = () => {
    shown.rowsDrawn += 10 * PAGE;
    redraw();
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="The IDs">
      <table class="ids">
        <thead>
          <tr>
            ${columns.map((column) => heading(column, shown))}
          </tr>
        </thead>
        <tbody>
          ${sorted(rows, shown.order)
            .slice(0, shown.rowsDrawn)
            .map((row) => line(row, columns, shown))}
        </tbody>
      </table>
    </div>
    ${
      rows.length > shown.rowsDrawn
        ? html`<p><button type="button" @click=${more}>Show more of ${counted(rows.length)}</button></p>`
        : nothing
    }`;
}

function heading(column: string, shown: Shown): TemplateResult {
  const { order } = shown;
  const direction = order.column !== column ? "none" : order.descending ? "descending" : "ascending";
  return html`<th scope="col" aria-sort=${direction} class=${column === "ID" || column === "created" ? "" : "number"}>
    <button type="button" @click=${() => sortBy(column, shown)}>${column}</button>
  </th>`;
}

function line(row: Row, columns: string[], { list }: Shown): TemplateResult {
  const id = html`<th scope="row">
    <a href=${linkTo("read", { id: row.id, format: list?.format })}><code>${row.id}</code></a>
  </th>`;
  if (!isRead(row))
    return html`<tr>
      ${id}
      <td class="error" colspan=${columns.length - 1}>${row.error}</td>
    </tr>`;
  return html`<tr>
    ${id}
    <td>${utc(new Date(row.timestamp))}</td>
    ${columns.slice(2).map((column) => html`<td class="number">${cell(row, column)}</td>`)}
  </tr>`;
}
