// Highlights the field under the pointer or with the focus in all drawings: bits, table and texts.

import { redraw, state } from "../state.ts";

function highlight(names: string): void {
  const wanted = names.split(" ");
  for (const shown of document.querySelectorAll<HTMLElement>("[data-field]")) {
    const lit = names !== "" && namesIn(shown).some((name) => wanted.includes(name));
    shown.classList.toggle("lit", lit);
  }
  document.body.classList.toggle("lighting", names !== "");
}

const namesIn = (shown: HTMLElement): string[] => (shown.dataset["field"] ?? "").split(" ");

const fieldOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest<HTMLElement>("[data-field]")?.dataset["field"]) || "";

/** Keeps a field highlighted. If it is pinned already, releases it. */
export function pin(names: string): void {
  state.pinned = state.pinned === names ? "" : names;
  redraw();
}

/** Highlights the pinned field in the new drawing. A field that is not drawn any more is released. */
export function highlightPinned(main: HTMLElement): void {
  const drawn = [...main.querySelectorAll<HTMLElement>("[data-field]")];
  if (!drawn.some((shown) => shown.dataset["field"] === state.pinned)) state.pinned = "";
  highlight(state.pinned);
}

/** Starts highlighting in the whole document. */
export function highlightFields(): void {
  for (const event of ["mouseover", "focusin"]) {
    document.addEventListener(event, ({ target }) => highlight(fieldOf(target) || state.pinned));
  }
  document.addEventListener("focusout", () => highlight(state.pinned));
}
