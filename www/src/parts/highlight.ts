// Highlights the field under the pointer or with the focus in all drawings: bits, table and texts.

/** The names of the field that stays highlighted, or "". */
let pinned = "";

function highlight(names: string): void {
  const wanted = names.split(" ");
  for (const shown of document.querySelectorAll<HTMLElement>("[data-field]")) {
    const lit = names !== "" && (shown.dataset["field"] ?? "").split(" ").some((name) => wanted.includes(name));
    shown.classList.toggle("lit", lit);
  }
  document.body.classList.toggle("lighting", names !== "");
}

const fieldOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest<HTMLElement>("[data-field]")?.dataset["field"]) || "";

export const isPinned = (names: string): boolean => names === pinned;

/** Keeps a field highlighted. If it is pinned already, releases it. */
export function pin(names: string): void {
  pinned = isPinned(names) ? "" : names;
  highlight(pinned);
}

/** Starts highlighting in the whole document. */
export function highlightFields(): void {
  for (const event of ["mouseover", "focusin"]) {
    document.addEventListener(event, ({ target }) => highlight(fieldOf(target) || pinned));
  }
  document.addEventListener("focusout", () => highlight(pinned));
}
