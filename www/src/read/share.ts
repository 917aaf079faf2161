// Buttons that give an ID to others: a link, which has the ID behind its #, so that no server gets it.

import { type TemplateResult, html, nothing } from "lit-html";
import { HOME, linkTo } from "../address.ts";
import { titleOf, unitOf } from "../names.ts";
import { copyButton } from "../parts/copy.ts";
import { setParams, state } from "../state.ts";
import { utc } from "../when.ts";
import type { Reading } from "./readings.ts";

/** Writes the ID into the address, with the kind that the text around it told, and returns the address. */
function toAddress(id: string, { format }: Reading): string {
  setParams({ id, named: state.text === "" || state.text === id ? state.params.get("named") : format });
  return new URL(linkTo(HOME, Object.fromEntries(state.params)), location.href).href;
}

export function shareButtons(reading: Reading, id: string): TemplateResult | typeof nothing {
  if (state.isSecret) return nothing;
  const share = () => {
    const { date, format } = reading;
    const title = `${titleOf(format)}${date ? `, ${utc(date, unitOf(format, id))}` : ""}`;
    // The user may close the dialog of the system.
    navigator.share({ title, url: toAddress(id, reading) }).catch(() => undefined);
  };
  return html`${copyButton("to this answer", () => toAddress(id, reading), "copy link")}
  ${
    "share" in navigator
      ? html`<button type="button" class="small" aria-label="share this answer" @click=${share}>share</button>`
      : nothing
  }`;
}
