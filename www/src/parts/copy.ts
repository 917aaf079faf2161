// Buttons that copy, and files that are saved.

import { type TemplateResult, html } from "lit-html";

/** Says something to those who hear the page. */
export function say(text: string): void {
  const said = document.getElementById("said");
  if (said) said.textContent = text;
}

const SHOWN_MS = 1500;

async function copy(button: HTMLElement, text: string): Promise<void> {
  const was = button.textContent;
  // Refused where the page has no right to the clipboard: then it says so.
  const done = await navigator.clipboard.writeText(text).then(
    () => "copied",
    () => "not allowed",
  );
  button.textContent = done;
  say(done);
  setTimeout(() => (button.textContent = was), SHOWN_MS);
}

/** A button that copies a text, which is asked for only then. */
export function copyButton(what: string, text: () => string, label = "copy"): TemplateResult {
  const act = (event: Event) => void copy(event.currentTarget as HTMLElement, text());
  return html`<button
    type="button"
    class="small"
    aria-label="${label} ${what}"
    .textContent=${label}
    @click=${act}
  ></button>`;
}

/** Saves a text as a file of the reader's. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
