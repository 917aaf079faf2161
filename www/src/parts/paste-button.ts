// A button that pastes, for phones, on which the command to paste appears only after a long touch.

import { type TemplateResult, html, nothing } from "lit-html";
import { answer } from "./copy.ts";

const LABEL = "paste";
const WHAT = "from the clipboard";

/** Gives the clipboard's text to `take`. If there is none, or the browser or the user refuses, the button says so. */
async function paste(button: HTMLElement, take: (text: string) => void): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => undefined);
  if (text) take(text);
  else answer(button, text === "" ? "nothing" : "not allowed", LABEL, WHAT);
}

/** The button; nothing where the browser lets no page read the clipboard, as where pages are not served securely. */
export function pasteButton(take: (text: string) => void): TemplateResult | typeof nothing {
  if (navigator.clipboard?.readText === undefined) return nothing;
  return html`<button
    type="button"
    class="small paste"
    aria-label="${LABEL} ${WHAT}"
    .textContent=${LABEL}
    @click=${(event: Event) => void paste(event.currentTarget as HTMLElement, take)}
  ></button>`;
}
