// What stands where nothing is pasted yet: every format as a strip of its bits, and an ID of each to try.

import { type TemplateResult, html } from "lit-html";
import { linkTo } from "../address.ts";
import { type Format, builtIn, formatOf, givenOf, sample } from "../formats.ts";
import { strip } from "../parts/ruler.ts";

/** An ID of another kind, to show that these are read too: the one of ULID's own documentation. */
const ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** Nothing is said of epochs and machines. */
const NONE = new URLSearchParams();

const WIDEST = Math.max(...builtIn.map(({ bits }) => bits));

/** An ID of this very moment. */
const example = (format: Format): string => format.toText(sample(format, Date.now(), givenOf(format, NONE)));

let rows: TemplateResult | undefined;

/** Made once, so that the examples don't change while one looks at them. */
export const gallery = (): TemplateResult => (rows ??= drawn());

function drawn(): TemplateResult {
  return html`<section class="gallery" aria-labelledby="gallery-title">
    <h2 id="gallery-title">or try one made just now</h2>
    <ul>
      ${builtIn.map((described) => {
        const format = formatOf(described.name, NONE);
        const id = example(format);
        return html`<li>
          <a href=${linkTo("read", { id, format: format.name })}>
            <span class="name">${format.name}</span><code>${id}</code> ${strip(format, WIDEST)}
          </a>
        </li>`;
      })}
    </ul>
    <p class="quiet">
      Read too: UUID versions 1, 6 and 7, <a href=${linkTo("read", { id: ULID })}>ULID</a>, KSUID, xid, ObjectId; and
      lists of IDs, as lines, JSON or CSV.
    </p>
  </section>`;
}
