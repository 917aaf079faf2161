// The table of a list. It draws only the rows that are visible, so that it stays fast with any number of rows.

import { type TemplateResult, html, noChange, nothing } from "lit-html";
import { Directive, type ElementPart, directive } from "lit-html/directive.js";
import { state } from "../state.ts";
import { VISIBLE } from "./holder.ts";
import type { Answer, Drawn } from "./messages.ts";
import { ask } from "./reading.ts";
import type { Shown } from "./shown.ts";

export function table(shown: Shown, { columns, count, first, rows }: Answer): TemplateResult {
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
        style="--width: ${columns.reduce((sum, { width }) => sum + width, 0)}"
      >
        <thead>
          <tr aria-rowindex="1">
            ${columns.map((column, at) => heading(column, at, shown))}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row, n) => line(row, first + n, columns))}
        </tbody>
      </table>
    </div>
  </div>`;
}

type Columns = Answer["columns"];

function heading({ name, width, isNumber }: Columns[number], at: number, shown: Shown): TemplateResult {
  const { query, isReading } = shown;
  const { column, descending } = query.order;
  const direction = column !== at ? "none" : descending ? "descending" : "ascending";
  const sort = () => {
    // A second click may come before the answer to the first one has been drawn.
    const { column, descending } = shown.query.order;
    ask(shown, { order: { column: at, descending: column === at && !descending } });
  };
  return html`<th scope="col" aria-sort=${direction} class=${isNumber ? "number" : ""} style="width: ${width}ch">
    <button type="button" ?disabled=${isReading} @click=${sort}>${name}</button>
  </th>`;
}

function line({ id, link, error, cells }: Drawn, place: number, columns: Columns): TemplateResult {
  const shown = html`<code>${id}</code>`;
  return html`<tr aria-rowindex=${place + 2}>
    <th scope="row">${link === undefined || state.isSecret ? shown : html`<a href=${link}>${shown}</a>`}</th>
    ${
      error === undefined
        ? cells.map((cell, n) => html`<td class=${columns[n + 1]?.isNumber ? "number" : ""} title=${cell}>${cell}</td>`)
        : html`<td class="error" colspan=${columns.length - 1}>${error}</td>`
    }
  </tr>`;
}

/** Asks for the rows at the place to which the region was scrolled. */
function scroll(region: HTMLElement, shown: Shown, count: number): void {
  // The event may come after another view was drawn, and then the region is at its beginning.
  if (!region.isConnected) return;
  const share = region.scrollTop / Math.max(1, region.scrollHeight - region.clientHeight);
  const first = Math.round(Math.min(1, share) * Math.max(0, count - VISIBLE));
  shown.scrolled = region.scrollTop;
  if (first !== shown.query.first) ask(shown, { first });
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
