// The view "Read": one input for an ID or a list of IDs, and their contents.

import { type TemplateResult, html, render } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isWide } from "../parts/fold.ts";
import { notLoaded } from "../parts/not-loaded.ts";
import { pasteButton } from "../parts/paste-button.ts";
import { LONG, type Pasted, readPasted } from "../paste/pasted.ts";
import { isSecret } from "../paste/tokens.ts";
import { attempt } from "../attempt.ts";
import { epochField, errorMessage } from "../parts/fields.ts";
import { usesCustom, usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { isInspectorLoaded, loadInspector } from "../inspection/inspector.ts";
import { type State, change, redraw, redrawSoon, state } from "../state.ts";
import type { View } from "../view.ts";
import { kilobytes } from "../when.ts";
import { home } from "./home.ts";
import { isMoreReady, loadMore, more } from "./more.ts";
import { about, oneId, shownOf } from "./one.ts";
import { readingsOf } from "./readings.ts";

/** An ID of X. */
const EXAMPLE = "1541815603606036480";

/** The number of characters of a long text that the input shows. */
const SHOWN = 60;

/** The source that is read: a text or a file. */
const sourceOf = ({ params, text }: State): string | File => text || (params.get("id") ?? "");

const isLong = (source: string | File): boolean => typeof source !== "string" || source.length > LONG;

/** The last reading. It is kept, because several parts of each drawing read the text. */
let last: { text: string; params: string; pasted: Pasted } | undefined;

/** A long text is a list. Throws a `FlakeError` if the epoch or the layout of the parameters is invalid. */
function pastedIn(source: string | File, params: URLSearchParams): Pasted {
  if (typeof source !== "string" || isLong(source)) return { kind: "many" };
  if (last?.text !== source || last.params !== String(params)) {
    last = { text: source, params: String(params), pasted: readPasted(source, params) };
  }
  return last.pasted;
}

/** The title of the page: the answer, so that tabs and bookmarks name it; of a link, with the ID. */
function readTitle(state: State): string {
  const source = sourceOf(state);
  if (typeof source !== "string") return source.name;
  // Otherwise the epoch or the layout of the parameters is invalid.
  return attempt(() => (isInspectorLoaded() ? titleOf(source, state.params) : undefined)).result ?? "read an ID";
}

function titleOf(source: string, params: URLSearchParams): string | undefined {
  const pasted = pastedIn(source, params);
  if (pasted.kind === "many") return "a list of IDs";
  if (pasted.kind !== "one") return undefined;
  const { found } = pasted;
  const chosen = shownOf(found, readingsOf(found, params), params);
  const id = params.get("id") === found.text ? `${found.text}: ` : "";
  return chosen && id + about(found.text, chosen);
}

export const readView: View = { title: readTitle, draw };

function draw(state: State): TemplateResult {
  const source = sourceOf(state);
  return html`<h1 class=${source === "" ? "" : "hidden"}>Paste any ID. See when it was made.</h1>
    ${input(source)} ${source === "" ? home() : isReady() ? body(source, state) : loading()}`;
}

function body(source: string | File, state: State): TemplateResult {
  const { result, error } = attempt(() => outcome(source, state));
  // The epoch or the layout of the parameters is invalid.
  return result ?? html`${errorMessage(error)} ${epochField(CUSTOM, state.params)}`;
}

function outcome(source: string | File, state: State): TemplateResult {
  const pasted = pastedIn(source, state.params);
  switch (pasted.kind) {
    case "nothing":
      return home();
    case "one":
      return oneId(pasted, state.params);
    case "none":
      return more(({ noId }) => noId(pasted.text, state.params));
    case "many":
      return lists.draw ? lists.draw(source, state) : loadingLists();
  }
}

const isReady = (): boolean => isInspectorLoaded() && isMoreReady();

/** Loads what an answer needs. */
export const loadReading = (): Promise<unknown> => Promise.all([loadInspector(), isWide() ? loadMore() : undefined]);

/**
 * Draws an answer that nobody sees, unless the page has shown one, because the first answer takes six times as long as the
 * next ones. With this, and with folded parts that are drawn later (see state.ts), the longest key of `benches/page.mjs`
 * takes 168 to 296 ms instead of 488 to 504 ms.
 */
export function prepareAnswer(): void {
  if (last !== undefined) return;
  const example: State = { ...state, text: EXAMPLE, params: new URLSearchParams() };
  render(body(EXAMPLE, example), document.createElement("div"));
}

/** The error if the reader could not be loaded. */
let failure: unknown;

function loading(): TemplateResult {
  if (failure !== undefined) return notLoaded(failure);
  void loadReading()
    .catch((error: unknown) => (failure = error))
    .then(redraw);
  return html`<p class="quiet pending">Reading …</p>`;
}

/** Draws a list. The function is loaded when there is a list. */
const lists: { draw?: (source: string | File, state: State) => TemplateResult } = {};

function loadingLists(): TemplateResult {
  void import("../list/view.ts")
    .then(({ loadLists }) => loadLists())
    .catch((error: unknown) => () => notLoaded(error))
    .then((draw) => {
      lists.draw = draw;
      redraw();
    });
  return html`<p class="quiet pending">Reading …</p>`;
}

function input(source: string | File): TemplateResult {
  return html`<div class="ask">
    <div class="ask-head">
      <label for="id">An ID, a list, a link or a file</label>
      ${pasteButton(pasteText)}
      <label class="file">open a file<input type="file" class="hidden" @change=${pick} /></label>
    </div>
    <textarea
      id="id"
      rows="1"
      spellcheck="false"
      autocomplete="off"
      autocapitalize="off"
      placeholder="1541815603606036480"
      ?readonly=${isLong(source)}
      .value=${live(summary(source))}
      @input=${typed}
      @keydown=${(event: KeyboardEvent) => (event.key === "Escape" ? clear() : undefined)}
    ></textarea>
    <button type="button" class="small clear" aria-label="clear" ?disabled=${source === ""} @click=${clear}>×</button>
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

/** The text that the input shows: a short text itself, or a summary of a long text or a file. */
function summary(source: string | File): string {
  if (typeof source !== "string") return `${source.name} (${kilobytes(source.size)})`;
  return isLong(source) ? `${source.slice(0, SHOWN)} … (${kilobytes(source.length)} of text)` : source;
}

/**
 * Reads a text. A paste is a step in the browser's history, typing is not. A kind that the user has chosen is that of one
 * text only, but a layout and an epoch stay.
 */
export function enter(text: string, isPaste: boolean): void {
  const { params } = state;
  const isOfText = isPaste && !usesCustom(params) && !usesEpochParam(params.get("format") ?? "");
  const chosen = isOfText ? { format: null, as: null } : {};
  state.isEditing = false;
  const read = { view: "read", text, params: { id: null, named: null, ...chosen }, isSecret: isSecret(text) };
  change(read, isPaste, isPaste ? redraw : redrawSoon);
}

const pasteText = (text: string): void => enter(text, true);

/** Reads a file. */
export function enterFile(file: File): void {
  change({ view: "read", text: file, params: { id: null, named: null, as: null } }, true);
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
