// Many IDs: a table that sorts, when they were made, and what to save.

import { FlakeError } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { adjust, linkTo, redraw } from "../address.ts";
import { CUSTOM, describing } from "../formats.ts";
import { save } from "../parts/copy.ts";
import { complaint, epochField, valueOf } from "../parts/fields.ts";
import { utc } from "../when.ts";
import { toCsv, toJson } from "./export.ts";
import { type List, NO_LIST, type ReadRow, type Row, isRead, readMany } from "./list.ts";
import { timeline } from "./timeline.ts";

/** As many rows as are drawn at first, and more each time one asks. */
const PAGE = 100;

let asked = "";
let list: List | undefined;
let order = { column: "", descending: false };
let drawn = PAGE;

export function manyIds(text: string, params: URLSearchParams): TemplateResult {
  ask(text, params);
  if (!list) return html`<p class="quiet">Reading …</p>`;
  const { rows, progress, format, wrong } = list;
  if (wrong) return html`${complaint(wrong)} ${epochField(CUSTOM, params)}`;
  const readable = rows.filter(isRead);
  if (progress === 1 && rows.length === 0) return html`${complaint("There is no ID in this text.")}`;
  return html`<section class="many">
    <h2 aria-live="polite">${counted(readable.length)}</h2>
    ${
      progress < 1
        ? html`<progress value=${progress} aria-label="read so far"></progress>`
        : rows.length > readable.length
          ? html`<p class="wrong">${counted(rows.length - readable.length)} could not be read; the table says why.</p>`
          : nothing
    }
    ${controls(list, readable)} ${epochField(format, params)} ${timeline(readable.map(({ timestamp }) => timestamp))}
    ${table(rows)}
  </section>`;
}

const counted = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "ID" : "IDs"}`;

/** Reads the list, unless it is the one that was read last. */
function ask(text: string, params: URLSearchParams): void {
  const question = [text, ...Object.values(describing(params))].join("\n");
  if (question === asked) return;
  asked = question;
  list = undefined;
  order = { column: "", descending: false };
  drawn = PAGE;
  const wanted = () => asked === question;
  const tell = (read: List) => {
    list = read;
    redraw();
  };
  // Nothing can be read with an epoch or a layout that is none.
  const fail = (error: unknown) => {
    if (!(error instanceof FlakeError)) throw error;
    tell({ ...NO_LIST, wrong: error.message });
  };
  void readMany(text, params, wanted, tell).catch(fail);
}

function controls({ format, formats }: List, rows: ReadRow[]): TemplateResult {
  return html`<p class="controls">
    <label
      >read as
      <select @change=${(event: Event) => adjust({ format: valueOf(event) })}>
        ${formats.map((name) => html`<option ?selected=${name === format}>${name}</option>`)}
      </select></label
    >
    <button type="button" @click=${() => save("ids.csv", "text/csv", toCsv(rows))}>Save as CSV</button>
    <button type="button" @click=${() => save("ids.json", "application/json", toJson(rows))}>Save as JSON</button>
  </p>`;
}

function sortBy(column: string): void {
  order = { column, descending: order.column === column && !order.descending };
  redraw();
}

/** What a row has in a column. */
function cell(row: Row, column: string): unknown {
  if (column === "ID") return row.id;
  if (!isRead(row)) return undefined;
  return column === "made" ? row.timestamp : row.fields[column];
}

/** Numbers by size; texts as IDs sort, by length and then by their characters. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === "string" && typeof b === "string" && a.length !== b.length) return a.length - b.length;
  return Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

/** What has nothing in the column comes last, either way. */
function sorted(rows: Row[]): Row[] {
  const { column, descending } = order;
  if (!column) return rows;
  const sign = descending ? -1 : 1;
  const [there, missing] = [true, false].map((has) => rows.filter((row) => (cell(row, column) !== undefined) === has));
  return [...(there ?? []).sort((a, b) => sign * compare(cell(a, column), cell(b, column))), ...(missing ?? [])];
}

function table(rows: Row[]): TemplateResult {
  const columns = ["ID", "made", ...Object.keys(rows.find(isRead)?.fields ?? {})];
  const more = () => {
    drawn += 10 * PAGE;
    redraw();
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="The IDs">
      <table class="ids">
        <thead>
          <tr>
            ${columns.map((column) => heading(column))}
          </tr>
        </thead>
        <tbody>
          ${sorted(rows)
            .slice(0, drawn)
            .map((row) => line(row, columns))}
        </tbody>
      </table>
    </div>
    ${
      rows.length > drawn
        ? html`<p><button type="button" @click=${more}>Show more of ${counted(rows.length)}</button></p>`
        : nothing
    }`;
}

function heading(column: string): TemplateResult {
  const direction = order.column !== column ? "none" : order.descending ? "descending" : "ascending";
  return html`<th scope="col" aria-sort=${direction} class=${column === "ID" || column === "made" ? "" : "number"}>
    <button type="button" @click=${() => sortBy(column)}>${column}</button>
  </th>`;
}

function line(row: Row, columns: string[]): TemplateResult {
  const id = html`<th scope="row">
    <a href=${linkTo("read", { id: row.id, format: list?.format })}><code>${row.id}</code></a>
  </th>`;
  if (!isRead(row))
    return html`<tr>
      ${id}
      <td class="wrong" colspan=${columns.length - 1}>${row.wrong}</td>
    </tr>`;
  return html`<tr>
    ${id}
    <td>${utc(new Date(row.timestamp))}</td>
    ${columns.slice(2).map((column) => html`<td class="number">${cell(row, column)}</td>`)}
  </tr>`;
}
