// The view "Read": one input for an ID or a list of IDs, and their contents.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { HOME } from "../address.ts";
import { notLoaded } from "../parts/not-loaded.ts";
import { pasteButton } from "../parts/paste-button.ts";
import { LONG, type Pasted, readPasted } from "../paste/pasted.ts";
import { attempt } from "../attempt.ts";
import { epochField, errorMessage } from "../parts/fields.ts";
import { CUSTOM } from "../formats/custom.ts";
import { isInspectorLoaded, loadInspector } from "../inspection/inspector.ts";
import { type Change, type State, change, redraw, state } from "../state.ts";
import type { View } from "../view.ts";
import { kilobytes } from "../when.ts";
import { gallery } from "./gallery.ts";
import { noId } from "./none.ts";
import { oneId } from "./one.ts";
import { keptOf } from "./kept.ts";

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

/** The title of the page: the ID or the name of the file, so that tabs and bookmarks name it. Other texts may be secrets. */
function readTitle({ params, text }: State): string {
  if (typeof text !== "string") return text.name;
  const given = params.get("id") ?? "";
  const { result: pasted } = attempt(() => (isInspectorLoaded() ? pastedIn(text || given, params) : undefined));
  if (pasted?.kind === "many") return "a list of IDs";
  // If a text was entered, the parameter has the part of it that may be kept. A text that came with the address is
  // checked here.
  const kept = text || !pasted ? "" : keptOf(given, pasted, params, false);
  return (text ? given : kept) || "read an ID";
}

export const readView: View = { title: readTitle, draw };

function draw(state: State): TemplateResult {
  const source = sourceOf(state);
  return html`<h1 class="hidden">Read an ID</h1>
    ${input(source)} ${source === "" ? gallery() : isInspectorLoaded() ? body(source, state) : loadingInspector()}`;
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
      return gallery();
    case "one":
      return oneId(pasted, state.params);
    case "none":
      return noId(pasted.text, state.params);
    case "many":
      return lists.draw ? lists.draw(source, state) : loading();
  }
}

/** The error if the reader could not be loaded. */
let failure: unknown;

function loadingInspector(): TemplateResult {
  if (failure !== undefined) return notLoaded(failure);
  void loadInspector()
    .catch((error: unknown) => (failure = error))
    .then(redraw);
  return html`<p class="quiet pending">Reading …</p>`;
}

/** Draws a list. The function is loaded when there is a list. */
const lists: { draw?: (source: string | File, state: State) => TemplateResult } = {};

function loading(): TemplateResult {
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
    <label for="id">Paste or drop one ID or several, a link, or a file</label>
    <label class="file">open a file<input type="file" class="hidden" @change=${pick} /></label>
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
    ${source === "" ? pasteButton(pasteText) : nothing}
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

/** The text that the input shows: a short text itself, or a summary of a long text or a file. */
function summary(source: string | File): string {
  if (typeof source !== "string") return `${source.name} (${kilobytes(source.size)})`;
  return isLong(source) ? `${source.slice(0, SHOWN)} … (${kilobytes(source.length)} of text)` : source;
}

/** Reads a text. A paste is a step in the browser's history, typing is not. */
export function enter(text: string, isPaste: boolean): void {
  if (isInspectorLoaded()) return change(changeTo(text, isPaste), isPaste);
  // The text is kept, and is read once the reader is loaded. If loading fails, the drawing says why.
  change({ view: "read", text, params: { id: null, named: null } }, isPaste);
  loadInspector().then(
    // Meanwhile the user may have entered another text, or gone to another view.
    () => state.text === text && state.view === HOME && change(changeTo(text, isPaste)),
    () => undefined,
  );
}

/** The change of the state that a text makes. */
function changeTo(text: string, isPaste: boolean): Change {
  const { params } = state;
  const { result: pasted } = attempt(() => pastedIn(text, params));
  const id = pasted ? keptOf(text, pasted, params, !isPaste) : null;
  const kind = pasted?.kind === "one" ? certainKind(pasted) : undefined;
  // The address has the kind, because it does not have the text that tells the kind.
  const named = kind !== undefined && id !== null ? kind : null;
  const chosen = kind === undefined ? {} : { format: null, as: null };
  return { view: "read", text: id === text ? "" : text, params: { id, named, ...chosen } };
}

/** A link or a mention makes its kind nearly certain. */
const CERTAIN = 0.99;

/** The kind that the text around an ID tells. The ID is read as this kind until the user chooses another kind. */
function certainKind({ text, found }: Extract<Pasted, { kind: "one" }>): string | undefined {
  const [first] = found.candidates;
  return text !== found.text && first && first.score > CERTAIN ? first.format : undefined;
}

/** Reads the clipboard's text. The button that clears replaces the button that pastes, and gets its focus. */
function pasteText(text: string): void {
  enter(text, true);
  document.querySelector<HTMLElement>(".clear")?.focus();
}

/** Reads a file. */
export function enterFile(file: File): void {
  change({ view: "read", text: file, params: { id: null, named: null } }, true);
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
