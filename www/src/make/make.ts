// Make: IDs of any format, or of a layout of one's own.

import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo, redraw } from "../address.ts";
import { bitsOf } from "../bits.ts";
import {
  CUSTOM,
  type Format,
  type Id,
  asked,
  askedFor,
  askedOf,
  describing,
  formatOf,
  givenOf,
  highest,
  powersOf,
  sample,
} from "../formats.ts";
import { copyButton, say } from "../parts/copy.ts";
import { attempt, complaint, epochField, formatChoice, numberField } from "../parts/fields.ts";
import { ruler } from "../parts/ruler.ts";
import { ending, number } from "../when.ts";
import { layoutEditor } from "./layout.ts";

const AMOUNTS = [1, 10, 1000];
/** So many of those made are shown; all are copied. */
const SHOWN = 10;

/** What came of making IDs the last time, and of which format and options. */
let outcome: { of: string; made?: Made | undefined; refused?: string | undefined } | undefined;

interface Made {
  texts: string[];
  last: Id;
}

export function makeView(params: URLSearchParams): TemplateResult {
  const name = askedFor(params, "twitter");
  const { done: format, wrong } = attempt(() => formatOf(name, params));
  return html`<h1>Make IDs</h1>
    ${formatChoice(name, true)} ${name === CUSTOM ? layoutEditor(params) : nothing}
    <div class="row">
      ${epochField(name, params)}
      ${format ? askedOf(format).map((leaf) => numberField(leaf.name, highest(leaf), params)) : ""}
    </div>
    ${complaint(wrong)} ${format ? making(format, params) : ""}`;
}

function making(format: Format, params: URLSearchParams): TemplateResult {
  const of = `${format.name} ${params}`;
  const { made, refused } = outcome?.of === of ? outcome : {};
  return html`<p class="powers">${powers(format)}</p>
    <p class="controls">
      ${AMOUNTS.map(
        (count) =>
          html`<button
            type="button"
            class=${count === 1 ? "first" : ""}
            @click=${() => make(format, params, of, count)}
          >
            Make ${number(count)}
          </button>`,
      )}
    </p>
    ${complaint(refused)} ${made ? whatWasMade(format, made, params) : preview(format, params)}`;
}

/** What the format allows, in a line. */
function powers(format: Format): string {
  const { rate, machines, span } = powersOf(format);
  const each = machines > 1 ? ` on each of ${number(machines)} machines` : "";
  return `${format.bits} bits; ${number(rate)} IDs a second${each}; ${ending(format.epoch, span)}`;
}

function make(format: Format, params: URLSearchParams, of: string, count: number): void {
  const { nodes, meta } = asked(format, params);
  const { done, wrong } = attempt(() => {
    const ids = format.generator(nodes);
    const made = Array.from({ length: count }, () => ids.next(meta));
    return { texts: made.map((id) => format.toText(id)), last: made.at(-1) as Id };
  });
  outcome = { of, made: done, refused: wrong };
  if (done) say(`${number(count)} made`);
  redraw();
}

/** The layout before any ID is made. */
function preview(format: Format, params: URLSearchParams): TemplateResult {
  const { done: id } = attempt(() => sample(format, Date.now(), givenOf(format, params)));
  return id === undefined ? html`` : ruler(format, bitsOf(format, id));
}

function whatWasMade(format: Format, { texts, last }: Made, params: URLSearchParams): TemplateResult {
  const all = texts.join("\n");
  return html`${ruler(format, bitsOf(format, last))}
    <section>
      <h2>${number(texts.length)} made ${copyButton("all of them", () => all, "copy all")}</h2>
      <ol class="made">
        ${texts.slice(-SHOWN).map(
          (id) =>
            html`<li>
              <a href=${linkTo("read", { id, ...describing(params), format: format.name })}><code>${id}</code></a>
            </li>`,
        )}
      </ol>
      ${texts.length > SHOWN ? html`<p class="quiet">These are the last ${SHOWN}; all are copied.</p>` : nothing}
    </section>`;
}
