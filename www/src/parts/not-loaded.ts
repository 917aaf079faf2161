// The message in the place of a part of the page that could not be loaded.

import { type TemplateResult, html } from "lit-html";

/** A sentence, and a button that loads the page again: a server has only the parts of its newest page. */
export const notLoaded = (error: unknown): TemplateResult =>
  html`<p class="error" role="alert">
      This part of the page could not be loaded, perhaps because a newer page has replaced it: ${String(error)}
    </p>
    <p><button type="button" @click=${() => location.reload()}>Load the page again</button></p>`;
