// Buttons that copy a text, and saving a text as a file.

import { type TemplateResult, html } from "lit-html";

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

const SHOWN_MS = 1500;

async function copy(button: HTMLElement, text: string): Promise<void> {
  const label = button.textContent;
  // The browser rejects the promise if the page may not write to the clipboard.
  const outcome = await navigator.clipboard.writeText(text).then(
    () => "copied",
    () => "not allowed",
  );
  button.textContent = outcome;
  announce(outcome);
  setTimeout(() => (button.textContent = label), SHOWN_MS);
}

/** A button that copies a text. `text` is called when the button is clicked. */
export function copyButton(what: string, text: () => string, label = "copy"): TemplateResult {
  const onClick = (event: Event) => void copy(event.currentTarget as HTMLElement, text());
  return html`<button
    type="button"
    class="small"
    aria-label="${label} ${what}"
    .textContent=${label}
    @click=${onClick}
  ></button>`;
}

/** Lets the browser download a text as a file. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
