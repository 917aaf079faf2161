// The table of a list. It draws only the rows that are visible, so that it stays fast with any number of rows.

import { type TemplateResult, html, noChange, nothing } from "lit-html";
import { Directive, type ElementPart, directive } from "lit-html/directive.js";
import { redraw, state } from "../state.ts";
import { type Column, columnsOf } from "./columns.ts";
import { show } from "./filter.ts";
import { type List, linkOf } from "./list.ts";
import type { Shown } from "./shown.ts";
import { inSlices } from "../slices.ts";
import { orderBy, sorting } from "./sort.ts";

/** How many rows are visible. The style sheet gives the region this height. */
const VISIBLE = 16;

export function table(shown: Shown, list: List): TemplateResult {
  const columns = columnsOf(list);
  const count = shown.rows?.length ?? list.ids.length;
  const first = Math.max(0, Math.min(shown.first, count - VISIBLE));
  const places = Array.from({ length: Math.min(VISIBLE, count) }, (_, n) => first + n);
  // The region scrolls over the height of all rows. The table stays in view, and shows other rows.
  return html`<div
    class="scroll"
    tabindex="0"
    role="region"
    aria-label="The IDs"
    ${keepScrolled(shown)}
    @scroll=${(event: Event) => scroll(event.currentTarget as HTMLElement, shown, count)}
  >
    <div class="extent" style="--rows: ${count}">
      <table
        class="ids"
        aria-rowcount=${count + 1}
        style="--width: ${columns.reduce((sum, column) => sum + widthOf(column), 0)}"
      >
        <thead>
          <tr aria-rowindex="1">
            ${columns.map((column, at) => heading(column, at, shown))}
          </tr>
        </thead>
        <tbody>
          ${places.map((place) => line(shown.rows?.[place] ?? place, place, columns, list))}
        </tbody>
      </table>
    </div>
  </div>`;
}

/** Longer texts are cut off, in characters. */
const WIDEST = 40;
/** The space between columns, and the arrow beside the name, in characters. */
const SPACE = 3;

/** The width of a column in characters. It depends on all rows, so that all drawn rows have the same width. */
const widthOf = ({ name, length }: Column): number => Math.min(WIDEST, Math.max(name.length, length)) + SPACE;

function heading(column: Column, at: number, shown: Shown): TemplateResult {
  const { order, worker } = shown;
  const direction = order.column !== at ? "none" : order.descending ? "descending" : "ascending";
  return html`<th
    scope="col"
    aria-sort=${direction}
    class=${column.isNumber ? "number" : ""}
    style="width: ${widthOf(column)}ch"
  >
    <button type="button" ?disabled=${worker !== undefined} @click=${() => void sortBy(column, at, shown)}>
      ${column.name}
    </button>
  </th>`;
}

function line(row: number, place: number, columns: Column[], list: List): TemplateResult {
  const id = list.ids[row] ?? "";
  const error = list.errors.get(row);
  const shown = html`<code>${id}</code>`;
  const link = linkOf(list, row);
  return html`<tr aria-rowindex=${place + 2}>
    <th scope="row">${link === undefined ? shown : html`<a href=${link}>${shown}</a>`}</th>
    ${
      error === undefined
        ? columns.slice(1).map(({ isNumber, text }) => html`<td class=${isNumber ? "number" : ""}>${text(row)}</td>`)
        : html`<td class="error" colspan=${columns.length - 1}>${error}</td>`
    }
  </tr>`;
}

/** Sorts the rows by a column. If they are sorted by this column, reverses their order. */
async function sortBy({ keys }: Column, at: number, shown: Shown): Promise<void> {
  const order = { column: at, descending: shown.order.column === at && !shown.order.descending };
  shown.order = order;
  redraw();
  const rows = Uint32Array.from(shown.list?.ids ?? [], (_, row) => row);
  const isWanted = () => state.list === shown && shown.order === order;
  const sorted = await inSlices(sorting(rows, orderBy(keys(), order.descending, at === 0)), isWanted);
  if (!sorted) return;
  show(shown, { sorted: rows });
  redraw();
}

/** Draws the rows at the place to which the region was scrolled. */
function scroll(region: HTMLElement, shown: Shown, count: number): void {
  // The event may come after another view was drawn, and then the region is at its beginning.
  if (!region.isConnected) return;
  const share = region.scrollTop / Math.max(1, region.scrollHeight - region.clientHeight);
  const first = Math.round(Math.min(1, share) * Math.max(0, count - VISIBLE));
  shown.scrolled = region.scrollTop;
  if (first === shown.first) return;
  shown.first = first;
  redraw();
}

/** Scrolls a region to where the list was, when the region or the list is new. */
class KeepScrolled extends Directive {
  #shown: Shown | undefined;

  override render(_shown: Shown): unknown {
    return nothing;
  }

  override update({ element }: ElementPart, [shown]: [Shown]): unknown {
    // The region has no height until all of it has been drawn.
    if (this.#shown !== shown) queueMicrotask(() => (element.scrollTop = shown.scrolled));
    this.#shown = shown;
    return noChange;
  }
}

const keepScrolled = directive(KeepScrolled);
