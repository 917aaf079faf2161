// The parts below the empty input: examples, and flakekit for users who come to the page without an ID.

import { type TemplateResult, html } from "lit-html";
import { linkTo } from "../address.ts";

// The build sets these constants: the package's version, and the gzipped sizes of bundles with one format.
declare const FLAKEKIT_VERSION: string;
declare const FLAKEKIT_MAKING: string;
declare const FLAKEKIT_READING: string;

const COMPARISON = "./docs/documents/flakekit_compared_with_other_ID_packages.html";

/** Published IDs, and texts that contain them. */
const EXAMPLES = {
  X: "1541815603606036480",
  "Discord link": "https://discord.com/channels/81384788765712384/381887113391505410/1241006042343542785",
  "UUID v7": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
  ULID: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "MongoDB ObjectId": "507f1f77bcf86cd799439011",
  Bluesky: "3jzfcijpj2z2a",
  Mastodon: "109348684449262214",
  TikTok: "6718335390845095173",
  "Unix time": "1656432460105",
  "a list": "1859982040506564608\n1541815603606036480\n1641815603606036480",
};

export const home = (): TemplateResult =>
  html`<nav class="examples" aria-label="Examples">
      ${Object.entries(EXAMPLES).map(([name, id]) => html`<a href=${linkTo("read", { id })}>${name}</a> `)}
    </nav>
    <section class="about" aria-label="flakekit">
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
