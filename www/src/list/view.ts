// The view of a list of IDs: a timeline, a sortable table and the export.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isClearlyDamaged } from "../../../pkg-template/src/cli/ids/damage.ts";
import { CUSTOM } from "../formats/custom.ts";
import { codeBlock } from "../parts/code.ts";
import { copyButton, save } from "../parts/copy.ts";
import { epochField, errorMessage, valueOf } from "../parts/fields.ts";
import { type State, redraw, setParams, state } from "../state.ts";
import { counted } from "../when.ts";
import { codeOf } from "./code.ts";
import { csvOf, jsonOf, tableOf } from "./export.ts";
import type { List, Shown } from "./list.ts";
import { listFrom, readInWorker, stopReading } from "./reading.ts";
import { inSlices } from "./slices.ts";
import { table } from "./table.ts";
import { timeline } from "./timeline.ts";

export function manyIds(source: string | File, { params }: State): TemplateResult {
  const shown = listFrom(source, params);
  const { list, times, error, progress } = shown;
  if (!list && error === undefined) return html`<p class="quiet pending">Reading …</p>`;
  if (list?.ids.length === 0 && progress === 1) return html`${errorMessage("The text contains no ID.")}`;
  const isShown = list !== undefined && error === undefined;
  // With an invalid epoch, its input stays.
  return html`<section class="many">
    ${isShown ? head(shown, list, params) : errorMessage(error)} ${epochField(list?.format ?? CUSTOM, params)}
    ${isShown ? html`${times ? timeline(times) : nothing} ${table(shown, list)} ${inCode(list, params)}` : nothing}
  </section>`;
}

function inCode(list: List, params: URLSearchParams): TemplateResult | typeof nothing {
  const code = codeOf(list, params);
  if (code === undefined) return nothing;
  return html`<section>
    <h3>In code</h3>
    ${codeBlock("Code", code)}
  </section>`;
}

function head(shown: Shown, list: List, params: URLSearchParams): TemplateResult {
  const { ids, errors, format, formats } = list;
  const wanted = formats.find((name) => name === params.get("format")) ?? format;
  return html`<h2 aria-live="polite">${counted(ids.length - errors.size)}</h2>
    <div class="reading-status">${status(shown, errors.size)}</div>
    ${damage(shown, list)}
    <p class="controls">
      <label
        >format
        <select @change=${(event: Event) => setParams({ format: valueOf(event) })}>
          ${formats.map((name) => html`<option .selected=${live(name === wanted)}>${name}</option>`)}
        </select></label
      >
      <button type="button" @click=${() => void saveAs("ids.csv", "text/csv", csvOf, shown)}>Save as CSV</button>
      <button type="button" @click=${() => void saveAs("ids.json", "application/json", jsonOf, shown)}>
        Save as JSON
      </button>
      ${copyButton("", () => tableOf(shown), "Copy as table")}
    </p>`;
}

/** The progress while the list is read, then how many of its texts are no IDs. */
function status(shown: Shown, unreadable: number): TemplateResult | typeof nothing {
  const { progress, worker } = shown;
  if (progress < 1) {
    const stop = () => {
      stopReading(shown);
      redraw();
    };
    const again = () => {
      readInWorker(shown);
      redraw();
    };
    return html`<progress value=${progress} aria-label="progress"></progress>
      ${worker ? nothing : html`<span>Cancelled: these are the first ${Math.floor(100 * progress)} %.</span>`}
      <button type="button" class="small" @click=${worker ? stop : again}>${worker ? "Cancel" : "Read again"}</button>`;
  }
  if (unreadable === 0) return nothing;
  return html`<p class="error">${counted(unreadable)} cannot be read. The table shows why.</p>`;
}

/** Says once that the digits of the list are damaged, if clearly more IDs look so than chance gives. */
function damage({ progress }: Shown, { damaged, ids }: List): TemplateResult | typeof nothing {
  if (progress < 1 || !isClearlyDamaged(damaged, ids.length)) return nothing;
  return html`<p class="error">
    ${counted(damaged)} of ${ids.length.toLocaleString("en")} have lost their last digits, as spreadsheets and
    JSON.parse round long numbers. Their times are nearly right, and their other fields are wrong. Export the IDs as
    text.
  </p>`;
}

/** Saves a list as a file. */
async function saveAs(
  name: string,
  type: string,
  write: (shown: Shown) => Iterable<string>,
  shown: Shown,
): Promise<void> {
  const parts = await inSlices(write(shown), () => state.list === shown);
  if (parts) save(name, type, parts);
}
