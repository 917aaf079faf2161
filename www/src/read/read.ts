// The view "Read": one input for an ID or a list of IDs, and what they contain.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { valueOf } from "../parts/fields.ts";
import { type Pasted, readPasted } from "../paste/pasted.ts";
import { type State, change, state } from "../state.ts";
import type { View } from "../view.ts";
import { kilobytes } from "../when.ts";
import { gallery } from "./gallery.ts";
import { manyIds } from "./many.ts";
import { oneId } from "./one.ts";

/** Longer texts are kept out of the address, and out of the input because it would be slow. */
const LONG = 2000;
/** The number of characters of a long text that the input shows. */
const SHOWN = 60;

/** The text that is read. */
export const textOf = ({ params, longText }: State): string => longText || (params.get("id") ?? "");

/** The title of the page: the ID, so that tabs and bookmarks name it. */
function readTitle(state: State): string {
  const text = textOf(state);
  const pasted = readPasted(text);
  if (pasted.kind === "one") return pasted.found.id.slice(0, SHOWN);
  return pasted.kind === "many" ? "a list of IDs" : "read an ID";
}

export const readView: View = { title: readTitle, draw };

function draw(state: State): TemplateResult {
  const text = textOf(state);
  return html`<h1 class="hidden">Read an ID</h1>
    ${input(text)} ${body(readPasted(text), state)}`;
}

function body(pasted: Pasted, state: State): TemplateResult {
  switch (pasted.kind) {
    case "nothing":
      return gallery();
    case "one":
      return oneId(pasted.found, state.params);
    case "many":
      return manyIds(pasted.text, state);
  }
}

function input(text: string): TemplateResult {
  const isLong = text.length > LONG;
  return html`<div class="ask">
    <label for="id">Paste one ID or several, a link, or a file</label>
    <textarea
      id="id"
      rows="1"
      spellcheck="false"
      autocomplete="off"
      autocapitalize="off"
      placeholder="1541815603606036480"
      ?readonly=${isLong}
      .value=${live(isLong ? `${text.slice(0, SHOWN)} … (${kilobytes(text.length)} of text)` : text)}
      @input=${(event: Event) => enter(valueOf(event), false)}
      @keydown=${(event: KeyboardEvent) => (event.key === "Escape" ? clear() : undefined)}
    ></textarea>
    <button type="button" class="small clear" ?disabled=${text === ""} @click=${clear}>clear</button>
  </div>`;
}

/** Reads a text. A paste is a step in the browser's history, typing is not. */
export function enter(text: string, isStep: boolean): void {
  const isLong = text.length > LONG;
  const pasted = readPasted(text);
  // The host of a link chooses the format, until the user does.
  const named = pasted.kind === "one" && pasted.found.format ? { format: null, as: null } : {};
  const id = isLong || text === "" ? null : text;
  change({ view: "read", longText: isLong ? text : "", params: { id, ...named } }, isStep);
}

function clear(): void {
  enter("", textOf(state) !== "");
  document.getElementById("id")?.focus();
}
