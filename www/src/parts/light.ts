// What is pointed at or has the focus lights up wherever it is drawn: in the bits, in the digits, in the text.

let pinned = "";

function light(names: string): void {
  const wanted = names.split(" ");
  for (const shown of document.querySelectorAll<HTMLElement>("[data-field]")) {
    const lit = names !== "" && (shown.dataset["field"] ?? "").split(" ").some((name) => wanted.includes(name));
    shown.classList.toggle("lit", lit);
  }
  document.body.classList.toggle("lighting", names !== "");
}

const fieldOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest<HTMLElement>("[data-field]")?.dataset["field"]) || "";

/** Whether this is the field that stays lit. */
export const isPinned = (names: string): boolean => names === pinned;

/** Keeps a field lit, or no longer. */
export function pin(names: string): void {
  pinned = isPinned(names) ? "" : names;
  light(pinned);
}

/** Lights fields up wherever in the document they are drawn. */
export function lightFields(): void {
  for (const event of ["mouseover", "focusin"]) {
    document.addEventListener(event, ({ target }) => light(fieldOf(target) || pinned));
  }
  document.addEventListener("focusout", () => light(pinned));
}
