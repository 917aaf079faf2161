// The state of the page: one object. The address and the document are drawn from the state, and every event changes it
// by a function of this file. Each view adds a member for its own part of the state, beside the type of this part
// (`declare module`). So this file knows no view.

import { type Address, HOME, type Params, linkTo, readAddress } from "./address.ts";

export interface State {
  /** The view and its parameters: the part of the state that the address holds. */
  view: string;
  params: URLSearchParams;
  /** The text or the file that the view "Read" reads; "" if it reads the parameter `id` alone. */
  text: string | File;
  /** The names of the field that stays highlighted, or "". */
  pinned: string;
}

export const state: State = {
  ...readAddress(location.hash),
  text: "",
  pinned: "",
};

/** The shortest time between two writes of the address, in ms. Browsers ignore more than about 200 writes in 10 s. */
const ADDRESS_MS = 150;

/** The texts and the files of the steps in the browser's history. Each step keeps the number of its own text. */
const texts: State["text"][] = [""];
/** The number of the first text. After the page is loaded again, the steps from before have other numbers. */
const FIRST = Math.floor(performance.timeOrigin);

let draw: () => void = () => undefined;
let pending: ReturnType<typeof setTimeout> | undefined;

/** Sets the function that draws the page, and follows the browser's history. */
export function drawWith(listener: () => void): void {
  draw = listener;
  // The first step gets a number, so that each step without a number is a step to which a link has just led.
  if (history.state === null) history.replaceState(FIRST, "");
  addEventListener("popstate", ({ state: number }: PopStateEvent) => {
    clearTimeout(pending);
    pending = undefined;
    const next = readAddress(location.hash);
    const text = number === null ? textAfterLink(next) : (texts[Number(number) - FIRST] ?? "");
    Object.assign(state, next, { text });
    if (number === null) history.replaceState(step(), "");
    draw();
  });
  // A click may lead to another address, so the step that it leaves is completed first.
  addEventListener("click", writeAddress, { capture: true });
  addEventListener("pagehide", writeAddress);
}

/**
 * A link to another view keeps the text, for the way back. A link to another ID, or to a new start of "Read", does not
 * keep it.
 */
function textAfterLink({ view, params }: Address): State["text"] {
  const isNewStart = view === HOME && state.view === HOME;
  return isNewStart || params.get("id") !== state.params.get("id") ? "" : state.text;
}

/** Draws the page again after a change of state that is not in the address. */
export function redraw(): void {
  draw();
}

/** A change of the view, of the parameters, and of the text or file. A member that is not given stays as it is. */
export interface Change {
  view?: string;
  /** The parameters to change; null removes a parameter. */
  params?: Params;
  text?: State["text"];
}

/** Changes the state, and draws the page again. The address follows soon; with `isStep`, as a new step in the history. */
export function change({ view, params, text }: Change, isStep = false): void {
  if (isStep) writeAddress();
  state.view = view ?? state.view;
  state.params = new URLSearchParams(linkTo("", { ...Object.fromEntries(state.params), ...params }).slice(2));
  if (text !== undefined && text !== state.text) {
    texts.push(text);
    state.text = text;
  }
  if (isStep) history.pushState(step(), "", address());
  else pending ??= setTimeout(writeAddress, ADDRESS_MS);
  draw();
}

/** Changes some parameters. */
export const setParams = (params: Params): void => change({ params });

const address = (): string => linkTo(state.view, Object.fromEntries(state.params));

const step = (): number => FIRST + texts.lastIndexOf(state.text);

/** Writes the state into the address, if it has changed. */
function writeAddress(): void {
  if (pending === undefined) return;
  clearTimeout(pending);
  pending = undefined;
  if (address() !== location.hash || step() !== history.state) history.replaceState(step(), "", address());
}
