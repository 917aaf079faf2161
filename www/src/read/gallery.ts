// The parts below the empty input: a description of flakekit, and each format as a strip of its fields, with an example
// ID.

import type { AnyFormatWithEpoch } from "flakekit";
import { type TemplateResult, html } from "lit-html";
import { linkTo } from "../address.ts";
import { builtIn, formatOf } from "../formats/catalogue.ts";
import { exampleId, inputValuesOf } from "../formats/inputs.ts";
import { layoutStrip } from "../parts/ruler.ts";
import { about } from "./about.ts";

/** The example from the ULID specification, because the page also reads IDs that the package does not make. */
const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** No parameters, so that epochs and nodes have their default values. */
const NONE = new URLSearchParams();

const WIDEST = Math.max(...builtIn.map(({ bits }) => bits));

/** The text of an ID with the current time. */
const example = (format: AnyFormatWithEpoch): string =>
  format.toText(exampleId(format, Date.now(), inputValuesOf(format, NONE)));

let rows: TemplateResult | undefined;

/** The gallery is drawn once, so that the examples do not change with every redraw. */
export const gallery = (): TemplateResult => (rows ??= html`${about()} ${drawGallery()}`);

function drawGallery(): TemplateResult {
  return html`<section class="gallery" aria-labelledby="gallery-title">
    <h2 id="gallery-title">Or try an example</h2>
    <ul>
      ${builtIn.map((described) => {
        const format = formatOf(described.name, NONE);
        const id = example(format);
        return html`<li>
          <a href=${linkTo("read", { id, format: format.name })}>
            <span class="name">${format.name}</span><code>${id}</code> ${layoutStrip(format, WIDEST)}
          </a>
        </li>`;
      })}
    </ul>
    <p class="quiet">
      The page also reads UUIDs of all versions, <a href=${linkTo("read", { id: ULID })}>ULID</a>, KSUID, xid and
      ObjectId, Unix times, links and mentions, and lists of IDs as lines, JSON or CSV.
    </p>
  </section>`;
}
