// A piece of code, with a button that copies it.

import { type TemplateResult, html } from "lit-html";
import { copyButton } from "./copy.ts";

export const codeBlock = (what: string, code: string): TemplateResult =>
  html`<div class="code">
    <pre tabindex="0" role="region" aria-label=${what}><code>${code}</code></pre>
    ${copyButton(what, () => code)}
  </div>`;
