// A paste anywhere on the page is read, and replaces what was read before.

import { enter } from "./read.ts";

/** Inputs that take a paste themselves. */
const OWN = "input:not([type=radio], [type=checkbox]), textarea:not(#id), [contenteditable]";

export function listenToPastes(): void {
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest(OWN)) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text === "") return;
    event.preventDefault();
    enter(text, true);
  });
}
