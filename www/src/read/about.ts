// Describes flakekit for users who come to the page without an ID.

import { type TemplateResult, html } from "lit-html";

// The build sets these constants: the package's version, and the gzipped sizes of bundles with one format.
declare const FLAKEKIT_VERSION: string;
declare const FLAKEKIT_MAKING: string;
declare const FLAKEKIT_READING: string;

const COMPARISON = "./docs/documents/flakekit_compared_with_other_ID_packages.html";

export const about = (): TemplateResult =>
  html`<section class="about" aria-label="flakekit">
    <p>
      <b>flakekit</b> makes and reads compact, time-sortable IDs in JavaScript: those of Discord, Twitter and others,
      and formats of your own. It never makes the same ID twice.
    </p>
    <p class="quiet">
      Version ${FLAKEKIT_VERSION}, without dependencies. A bundle that makes, reads and checks IDs of a format has
      ${FLAKEKIT_MAKING} gzipped; one that only reads them has ${FLAKEKIT_READING}.
    </p>
    <p>
      <a href="./docs/index.html">Documentation</a> · <a href=${COMPARISON}>Comparison with other packages</a> ·
      <a href="https://www.npmjs.com/package/flakekit">npm</a>
    </p>
  </section>`;
