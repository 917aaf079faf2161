// Buttons that copy a text, and a function that saves a text as a file.

import { type TemplateResult, html } from "lit-html";

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

const SHOWN_MS = 1500;

/** Writes a text to the clipboard, and returns the outcome in words for the user. */
async function write(text: string | Promise<Blob>): Promise<string> {
  // Pages that are not served securely have no `navigator.clipboard`. In secure pages, the browser may refuse its use.
  const written =
    typeof text === "string"
      ? navigator.clipboard?.writeText(text)
      : // Safari takes a text that comes later only in this form.
        navigator.clipboard?.write([new ClipboardItem({ "text/plain": text })]);
  const isWritten = await written?.then(
    () => true,
    () => false,
  );
  const whole = async () => (typeof text === "string" ? text : (await text).text());
  return (isWritten ?? writeBySelection(await whole())) ? "copied" : "not allowed";
}

/** Copies by a command on a selected text, which also works in pages that are not served securely. */
function writeBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden";
  document.body.append(area);
  area.select();
  const isWritten = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isWritten;
}

/** Shows an outcome in place of a button's label for a moment, and announces it. `what` completes the button's name. */
export function answer(button: HTMLElement, outcome: string, label: string, what: string): void {
  const show = (shown: string): void => {
    button.textContent = shown;
    button.setAttribute("aria-label", `${shown} ${what}`);
  };
  show(outcome);
  announce(outcome);
  clearTimeout(Number(button.dataset["timer"]));
  button.dataset["timer"] = String(setTimeout(() => show(label), SHOWN_MS));
}

/** A button that copies a text. `text` is called when the button is clicked. */
export function copyButton(what: string, text: () => string | Promise<Blob>, label = "copy"): TemplateResult {
  const onClick = async (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    answer(button, await write(text()), label, what);
  };
  return html`<button
    type="button"
    class="small"
    aria-label="${label} ${what}"
    .textContent=${label}
    @click=${onClick}
  ></button>`;
}

/** Lets the browser download a file. */
export function save(name: string, type: string, parts: BlobPart[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
