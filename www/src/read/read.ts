// The view "Read": one input for an ID or a list of IDs, and what they contain.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { setParams } from "../address.ts";
import { valueOf } from "../parts/fields.ts";
import { gallery } from "./gallery.ts";
import { manyIds } from "./many.ts";
import { oneId } from "./one.ts";

/** Longer texts are kept out of the address, and out of the input because it would be slow. */
const LONG = 2000;

/** The long text that was pasted last. It is read if the address has no `id`. */
let pasted = "";

export function readView(params: URLSearchParams): TemplateResult {
  const text = params.get("id") ?? pasted;
  const trimmed = text.trim();
  return html`<h1 class="hidden">Read an ID</h1>
    <div class="ask">
      <label for="id">Paste one ID or several</label>
      ${text.length > LONG ? longText(text) : idInput(text)}
    </div>
    ${trimmed === "" ? gallery() : /\s|[,;[{"]/.test(trimmed) ? manyIds(trimmed, params) : oneId(trimmed, params)}`;
}

function idInput(text: string): TemplateResult {
  return html`<textarea
    id="id"
    rows="1"
    spellcheck="false"
    autocomplete="off"
    autocapitalize="off"
    placeholder="1541815603606036480"
    .value=${live(text)}
    @input=${(event: Event) => read(valueOf(event))}
    @paste=${pasteLong}
  ></textarea>`;
}

function longText(text: string): TemplateResult {
  const clear = () => read("");
  return html`<p id="id" class="pasted">
    ${Math.ceil(text.length / 1000).toLocaleString("en")} KB of text
    <button type="button" class="small" @click=${clear}>clear</button>
  </p>`;
}

function read(text: string): void {
  pasted = text.length > LONG ? text : "";
  setParams({ id: pasted || text === "" ? null : text, format: null });
}

function pasteLong(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text") ?? "";
  if (text.length <= LONG) return;
  event.preventDefault();
  read(text);
}
