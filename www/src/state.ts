// The state of the page: one object. The address and the document are drawn from the state, and every event changes it
// by a function of this file. Each view adds a member for its own part of the state, beside the type of this part
// (`declare module`). So this file knows no view.

import { type Address, HOME, type Params, linkTo, readAddress } from "./address.ts";

/** What the view "Read" reads. */
export interface Source {
  /** A text or a file; "" if the view reads the parameter `id` of a link. */
  text: string | File;
  /** The ID before the user changed its bits, or "". */
  changedFrom: string;
  /** Whether the text is a secret, which the browser must not store. */
  isSecret: boolean;
}

export interface State extends Source {
  /** The view and its parameters: the part of the state that the address holds. */
  view: string;
  params: URLSearchParams;
  /** The names of the field that stays highlighted, or "". */
  pinned: string;
}

const NOTHING: Source = { text: "", changedFrom: "", isSecret: false };

export const state: State = { ...readAddress(location.hash), ...NOTHING, pinned: "" };

/** The shortest time between two writes of the address, in ms. Browsers ignore more than about 200 writes in 10 s. */
const ADDRESS_MS = 150;

/** Browsers refuse steps with much larger texts. */
const LONGEST = 500_000;

/** What the browser stores with each step of its history: the source, or only its number in this document. */
interface Step extends Partial<Source> {
  number: number;
}

/** The sources of the steps, for files, long texts and secrets. */
const sources = new Map<number, Source>();
/** The number of the source that is shown. After the page is loaded again, the steps from before have other numbers. */
let shown = Math.floor(performance.timeOrigin);
let newest = shown;

let draw: () => void = () => undefined;
/** The function that draws the page soon. */
let due: (() => void) | undefined;
/** Whether the page is being drawn by `drawAnswer`. */
let isOfAnswer = false;
let pending: ReturnType<typeof setTimeout> | undefined;

/** Sets the function that draws the page, and follows the browser's history. */
export function drawWith(listener: () => void): void {
  draw = listener;
  const here = history.state as Step | null;
  if (here) enter(here);
  // The first step gets a number, so that each step without a number is a step to which a link has just led.
  else history.replaceState(step(), "");
  addEventListener("popstate", ({ state: to }: PopStateEvent) => {
    clearTimeout(pending);
    pending = undefined;
    const next = readAddress(location.hash);
    if (to) enter(to as Step);
    else if (isWithoutSource(next)) take(NOTHING);
    Object.assign(state, next);
    if (!to) history.replaceState(step(), "");
    redraw();
  });
  addEventListener("click", follow, { capture: true });
  addEventListener("pagehide", writeAddress);
}

/** Shows the source of a step. */
function enter({ number, ...stored }: Step): void {
  shown = number;
  Object.assign(state, NOTHING, sources.get(number) ?? stored);
}

/** Shows a source that no step has had. */
function take(source: Source): void {
  shown = ++newest;
  sources.set(shown, source);
  Object.assign(state, source);
}

/**
 * A link to another view keeps the text, for the way back. A link to another ID, or to a new start of "Read", does not
 * keep it.
 */
function isWithoutSource({ view, params }: Address): boolean {
  const isNewStart = view === HOME && state.view === HOME;
  return isNewStart || params.get("id") !== state.params.get("id");
}

/**
 * Follows a link to an ID without writing the ID into the address; and a link to a new start of "Read" as a step, which
 * browsers do not make if the address stays the same. All other links are left to the browser.
 */
function follow(event: MouseEvent): void {
  // The click may lead to another address, so the step that it leaves is completed first.
  writeAddress();
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { view, params } = readAddress(link.hash);
  const id = params.get("id");
  const isNewStart = id === null && view === HOME && link.hash === location.hash;
  // A link to another view keeps the ID of the address.
  if (!isNewStart && (id === null || id === state.params.get("id"))) return;
  event.preventDefault();
  const left = [...state.params.keys()].map((name) => [name, null]);
  const others = { ...Object.fromEntries(left), ...Object.fromEntries(params), id: null };
  change({ view, params: others, text: id ?? "" }, true);
}

/** Draws the page again after a change of state that is not in the address. */
export function redraw(): void {
  due = undefined;
  draw();
}

/**
 * Draws the page after the browser has shown the input itself: first the answer, then, in a task of their own, the parts that take
 * long. So a typed character never waits for its answer, and characters that follow each other fast have one answer.
 */
export function redrawSoon(): void {
  if (due !== drawAnswer) afterFrame(drawAnswer);
}

function drawAnswer(): void {
  isOfAnswer = true;
  draw();
  isOfAnswer = false;
  afterFrame(redraw);
}

/** Calls a function that draws the page after the next frame, unless the page is drawn before. */
function afterFrame(act: () => void): void {
  due = act;
  requestAnimationFrame(() => setTimeout(() => due === act && act()));
}

/** Whether the parts that take long are drawn in a later task. Until then, they stay as they are. */
export const isLater = (): boolean => isOfAnswer;

/** A change of the view, of the parameters, and of the source. A member that is not given stays as it is. */
export interface Change extends Partial<Source> {
  view?: string;
  /** The parameters to change; null removes a parameter. */
  params?: Params;
}

/** Changes the state, and draws the page again by `show`. The address follows soon; with `isStep`, as a new step in the history. */
export function change({ view, params, ...source }: Change, isStep = false, show = redraw): void {
  if (isStep) writeAddress();
  state.view = view ?? state.view;
  state.params = new URLSearchParams(linkTo("", { ...Object.fromEntries(state.params), ...params }).slice(2));
  if (source.text !== undefined && source.text !== state.text) take({ ...NOTHING, ...source });
  if (isStep) history.pushState(step(), "", address());
  else pending ??= setTimeout(writeAddress, ADDRESS_MS);
  show();
}

/** Changes some parameters. */
export const setParams = (params: Params): void => change({ params });

const address = (): string => linkTo(state.view, Object.fromEntries(state.params));

/** Whether the browser stores the source, so that it is there after the page is loaded again. */
export const isStored = ({ text, isSecret }: Source): boolean =>
  typeof text === "string" && text.length <= LONGEST && !isSecret;

function step(): Step {
  const { text, changedFrom } = state;
  return { number: shown, ...(isStored(state) && { text: text as string, changedFrom }) };
}

/** Writes the state into the address and the history, if it has changed. */
function writeAddress(): void {
  if (pending === undefined) return;
  clearTimeout(pending);
  pending = undefined;
  history.replaceState(step(), "", address());
}
