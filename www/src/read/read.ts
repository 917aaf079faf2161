// Read: one field for any ID; what it says, or what many say.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { adjust } from "../address.ts";
import { valueOf } from "../parts/fields.ts";
import { gallery } from "./gallery.ts";
import { manyIds } from "./many.ts";
import { oneId } from "./one.ts";

/** Texts longer than this stay out of the address, and out of the field, which would be slow with them. */
const LONG = 2000;

/** A long text that was pasted: read while the address has no ID. */
let pasted = "";

export function readView(params: URLSearchParams): TemplateResult {
  const text = params.get("id") ?? pasted;
  const trimmed = text.trim();
  return html`<h1 class="hidden">Read an ID</h1>
    <div class="ask">
      <label for="id">Paste an ID, or many</label>
      ${text.length > LONG ? chip(text) : field(text)}
    </div>
    ${trimmed === "" ? gallery() : /\s|[,;[{"]/.test(trimmed) ? manyIds(trimmed, params) : oneId(trimmed, params)}`;
}

function field(text: string): TemplateResult {
  return html`<textarea
    id="id"
    rows="1"
    spellcheck="false"
    autocomplete="off"
    autocapitalize="off"
    placeholder="1541815603606036480"
    .value=${live(text)}
    @input=${(event: Event) => read(valueOf(event))}
    @paste=${takeLong}
  ></textarea>`;
}

function chip(text: string): TemplateResult {
  const clear = () => read("");
  return html`<p id="id" class="pasted">
    ${Math.ceil(text.length / 1000).toLocaleString("en")} KB of text
    <button type="button" class="small" @click=${clear}>clear</button>
  </p>`;
}

function read(text: string): void {
  pasted = text.length > LONG ? text : "";
  adjust({ id: pasted || text === "" ? null : text, format: null });
}

function takeLong(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData("text") ?? "";
  if (text.length <= LONG) return;
  event.preventDefault();
  read(text);
}
