// The choices of a list: its format, the column with its IDs, and the export.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { copyButton, save } from "../parts/copy.ts";
import { valueOf } from "../parts/fields.ts";
import { setParams, state } from "../state.ts";
import { csvOf, jsonLinesOf, jsonOf, markdownOf, tableOf } from "./export.ts";
import type { List } from "./list.ts";
import type { Shown } from "./shown.ts";
import { readColumn } from "./reading.ts";
import { inSlices } from "../slices.ts";

export function controls(shown: Shown, list: List): TemplateResult {
  return html`<p class="controls">
    ${formatChoice(list)} ${columnChoice(shown, list)} ${saveButton("CSV", "ids.csv", "text/csv", csvOf, shown)}
    ${saveButton("JSON", "ids.json", "application/json", jsonOf, shown)}
    ${saveButton("JSON lines", "ids.jsonl", "application/jsonl", jsonLinesOf, shown)}
    ${copyButton("", () => tableOf(shown), "Copy as table")}
    ${copyButton("", () => markdownOf(shown), "Copy as Markdown")}
  </p>`;
}

/** The choice for a list of several kinds, until the user chooses one format for all IDs. */
const EACH = "each its own";

function formatChoice({ formats, format, isMixed }: List): TemplateResult {
  const chosen = formats.find((name) => name === state.params.get("format"));
  const hasEach = isMixed || format === "";
  const wanted = chosen ?? (hasEach ? EACH : format);
  const choose = (event: Event) => setParams({ format: valueOf(event) === EACH ? null : valueOf(event) });
  return html`<label
    >format
    <select @change=${choose}>
      ${[...(hasEach ? [EACH] : []), ...formats].map(
        (name) => html`<option .selected=${live(name === wanted)}>${name}</option>`,
      )}
    </select></label
  >`;
}

/** The choice of the column with IDs, if there are several such columns. */
function columnChoice(shown: Shown, { columns, idColumn, idColumns }: List): TemplateResult | typeof nothing {
  if (idColumns.length < 2) return nothing;
  return html`<label
    >IDs of the column
    <select @change=${(event: Event) => readColumn(shown, Number(valueOf(event)))}>
      ${idColumns.map((at) => html`<option value=${at} .selected=${live(at === idColumn)}>${columns[at]}</option>`)}
    </select></label
  >`;
}

/** A button that saves the shown rows as a file. */
function saveButton(
  what: string,
  name: string,
  type: string,
  write: (shown: Shown) => Iterable<string>,
  shown: Shown,
): TemplateResult {
  const saveAs = async () => {
    const parts = await inSlices(write(shown), () => state.list === shown);
    if (parts) save(name, type, parts);
  };
  return html`<button type="button" @click=${() => void saveAs()}>Save as ${what}</button>`;
}
