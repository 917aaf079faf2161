// The head of a list: how many IDs, of which kind and column, the filter, and the export; and the chips of kinds.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { copyButton, save } from "../parts/copy.ts";
import { valueOf } from "../parts/fields.ts";
import { titleOf } from "../names.ts";
import { setParams, state } from "../state.ts";
import { counted, number } from "../when.ts";
import { FORMS } from "./forms.ts";
import type { Answer, Form, Summary } from "./messages.ts";
import { ask, readColumn, saved } from "./reading.ts";
import type { Shown } from "./shown.ts";

export function head(shown: Shown, { ids, summary }: Answer): TemplateResult {
  const count = ids < summary.ids ? `${number(ids)} of ${counted(summary.ids)}` : counted(summary.ids);
  return html`<div class="controls">
    <h2>${count}</h2>
    ${formatChoice(summary)} ${columnChoice(shown, summary)}
    <input
      type="search"
      aria-label="filter"
      placeholder="filter"
      .value=${live(shown.query.text)}
      @input=${(event: Event) => ask(shown, { text: valueOf(event).toLowerCase() })}
    />
    <details class="menu">
      <summary>Export</summary>
      <div>
        ${saveButton("CSV", shown)} ${saveButton("JSON", shown)} ${saveButton("JSON lines", shown)}
        ${copyButton("", () => saved(shown, "table"), "Copy as table")}
        ${copyButton("", () => saved(shown, "Markdown"), "Copy as Markdown")}
      </div>
    </details>
  </div>`;
}

/** The value of the choice for a list of several kinds, until the user chooses one format for all IDs. */
const EACH = "";

function formatChoice({ formats, format, isMixed }: Summary): TemplateResult {
  const chosen = formats.find((name) => name === state.params.get("format"));
  const hasEach = isMixed || format === "";
  const wanted = chosen ?? (hasEach ? EACH : format);
  const choose = (event: Event) => setParams({ format: valueOf(event) || null });
  return html`<select aria-label="format" @change=${choose}>
    ${[...(hasEach ? [EACH] : []), ...formats].map(
      (name) => html`<option value=${name} .selected=${live(name === wanted)}>${titleOf(name) || "by kind"}</option>`,
    )}
  </select>`;
}

/** The choice of the column with IDs, if there are several such columns. */
function columnChoice(shown: Shown, { columns, idColumn, idColumns }: Summary): TemplateResult | typeof nothing {
  if (idColumns.length < 2) return nothing;
  return html`<select
    aria-label="IDs of the column"
    @change=${(event: Event) => readColumn(shown, Number(valueOf(event)))}
  >
    ${idColumns.map((at) => html`<option value=${at} .selected=${live(at === idColumn)}>${columns[at]}</option>`)}
  </select>`;
}

/** A button that saves the shown rows as a file. */
function saveButton(form: Form, shown: Shown): TemplateResult {
  const { name, type } = FORMS[form];
  const saveAs = async ({ currentTarget }: Event) => {
    (currentTarget as Element).closest("details")?.removeAttribute("open");
    save(name, type, [await saved(shown, form)]);
  };
  return html`<button type="button" @click=${(event: Event) => void saveAs(event)}>Save as ${form}</button>`;
}

/** The kinds of a list of several kinds, with their counts. Each shows only its own rows. */
export function chips(shown: Shown, { summary: { kinds, errors } }: Answer): TemplateResult | typeof nothing {
  const all = [...kinds, ...(errors > 0 ? [["", errors] as const] : [])];
  if (all.length < 2) return nothing;
  const { kind: chosen } = shown.query;
  const chip = (kind: string | undefined, name: string, count?: number) =>
    html`<label
      ><input type="radio" name="kind" .checked=${live(kind === chosen)} @change=${() => ask(shown, { kind })} /><span
        >${name} ${count === undefined ? nothing : html`<small>${number(count)}</small>`}</span
      ></label
    >`;
  return html`<fieldset class="chips">
    <legend class="hidden">Kinds</legend>
    ${chip(undefined, "all")} ${all.map(([kind, count]) => chip(kind, titleOf(kind) || "not read", count))}
  </fieldset>`;
}
