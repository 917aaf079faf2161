// The view "Read": one input for an ID or a list of IDs, and what they contain.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { errorMessage } from "../parts/fields.ts";
import { LONG, type Pasted, readPasted } from "../paste/pasted.ts";
import { type State, change, redraw, state } from "../state.ts";
import type { View } from "../view.ts";
import { kilobytes } from "../when.ts";
import { gallery } from "./gallery.ts";
import { oneId } from "./one.ts";

/** The number of characters of a long text that the input shows. */
const SHOWN = 60;

/** What is read: a text or a file. */
export const sourceOf = ({ params, long }: State): string | File => long || (params.get("id") ?? "");

/** A long text is a list. It is not looked at again each time that the page is drawn. */
const pastedOf = (state: State): Pasted => (state.long ? { kind: "many" } : readPasted(state.params.get("id") ?? ""));

/** The title of the page: the ID or the name of the file, so that tabs and bookmarks name it. */
function readTitle(state: State): string {
  if (state.long instanceof File) return state.long.name;
  const pasted = pastedOf(state);
  if (pasted.kind === "one") return pasted.found.id.slice(0, SHOWN);
  return pasted.kind === "many" ? "a list of IDs" : "read an ID";
}

export const readView: View = { title: readTitle, draw };

function draw(state: State): TemplateResult {
  return html`<h1 class="hidden">Read an ID</h1>
    ${input(sourceOf(state))} ${body(pastedOf(state), state)}`;
}

function body(pasted: Pasted, state: State): TemplateResult {
  switch (pasted.kind) {
    case "nothing":
      return gallery();
    case "one":
      return oneId(pasted.found, state.params);
    case "many":
      return lists.draw ? lists.draw(sourceOf(state), state) : loading();
  }
}

/** Draws a list. It is loaded when there is one. */
const lists: { draw?: (source: string | File, state: State) => TemplateResult } = {};

function loading(): TemplateResult {
  const failed = (error: unknown) => () => html`${errorMessage(`Lists could not be loaded: ${String(error)}`)}`;
  void import("../list/view.ts")
    .then(({ manyIds }) => manyIds, failed)
    .then((draw) => {
      lists.draw = draw;
      redraw();
    });
  return html`<p class="quiet pending">Reading …</p>`;
}

function input(source: string | File): TemplateResult {
  const isLong = typeof source !== "string" || source.length > LONG;
  return html`<div class="ask">
    <label for="id">Paste or drop one ID or several, a link, or a file</label>
    <label class="file">open a file<input type="file" class="hidden" @change=${pick} /></label>
    <textarea
      id="id"
      rows="1"
      spellcheck="false"
      autocomplete="off"
      autocapitalize="off"
      placeholder="1541815603606036480"
      ?readonly=${isLong}
      .value=${live(isLong ? summary(source) : source)}
      @input=${typed}
      @keydown=${(event: KeyboardEvent) => (event.key === "Escape" ? clear() : undefined)}
    ></textarea>
    <button type="button" class="small clear" ?disabled=${source === ""} @click=${clear}>clear</button>
  </div>`;
}

/**
 * Reads what the user has typed. When a keyboard inserts several lines, browsers first insert all of them, then send an event
 * for each. After a long text, the input contains its summary when the later events arrive.
 */
function typed(event: Event): void {
  const { readOnly, value } = event.target as HTMLTextAreaElement;
  if (!readOnly) enter(value, false);
}

/** What the input shows instead of a long text or a file. */
const summary = (source: string | File): string =>
  typeof source === "string"
    ? `${source.slice(0, SHOWN)} … (${kilobytes(source.length)} of text)`
    : `${source.name} (${kilobytes(source.size)})`;

/** Reads a text. A paste is a step in the browser's history, typing is not. */
export function enter(text: string, isStep: boolean): void {
  const isLong = text.length > LONG;
  const pasted: Pasted = isLong ? { kind: "many" } : readPasted(text);
  // The host of a link chooses the format, until the user does.
  const named = pasted.kind === "one" && pasted.found.format ? { format: null, as: null } : {};
  const id = isLong || text === "" ? null : text;
  change({ view: "read", long: isLong ? text : "", params: { id, ...named } }, isStep);
}

/** Reads a file. */
export function enterFile(file: File): void {
  change({ view: "read", long: file, params: { id: null } }, true);
}

function pick({ target }: Event): void {
  const chooser = target as HTMLInputElement;
  const [file] = chooser.files ?? [];
  // The same file can be chosen again.
  chooser.value = "";
  if (file) enterFile(file);
}

function clear(): void {
  enter("", sourceOf(state) !== "");
  document.getElementById("id")?.focus();
}
