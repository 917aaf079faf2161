// The view "Make": makes IDs of any built-in format or of a custom layout.

import type { AnyFormatWithEpoch, AnyId } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo, redraw } from "../address.ts";
import { bitsOf } from "../bits.ts";
import {
  CUSTOM,
  capacityOf,
  exampleId,
  formatNameOf,
  formatOf,
  formatParamsOf,
  generatorInputOf,
  inputFieldsOf,
  inputValuesOf,
  maxValue,
} from "../formats.ts";
import { announce, copyButton } from "../parts/copy.ts";
import { attempt, epochField, errorMessage, formatChoice, numberField } from "../parts/fields.ts";
import { ruler } from "../parts/ruler.ts";
import { counted, lifetime, number } from "../when.ts";
import { layoutEditor } from "./layout.ts";

const AMOUNTS = [1, 10, 1000];
/** How many of the new IDs are shown. The copy button copies all of them. */
const SHOWN = 10;

/** The result of the last click on a button "Make", and the format and parameters it belongs to. */
let outcome: { input: string; made?: Made | undefined; error?: string | undefined } | undefined;

interface Made {
  texts: string[];
  last: AnyId;
}

export function makeView(params: URLSearchParams): TemplateResult {
  const name = formatNameOf(params, "twitter");
  const { result: format, error } = attempt(() => formatOf(name, params));
  return html`<h1>Make IDs</h1>
    ${formatChoice(name, true)} ${name === CUSTOM ? layoutEditor(params) : nothing}
    <div class="row">
      ${epochField(name, params)}
      ${format ? inputFieldsOf(format).map((leaf) => numberField(leaf.name, maxValue(leaf), params)) : ""}
    </div>
    ${errorMessage(error)} ${format ? making(format, params) : ""}`;
}

function making(format: AnyFormatWithEpoch, params: URLSearchParams): TemplateResult {
  const input = `${format.name} ${params}`;
  const { made, error } = outcome?.input === input ? outcome : {};
  return html`<p class="capacity">${capacityText(format)}</p>
    <p class="controls">
      ${AMOUNTS.map(
        (count) =>
          html`<button
            type="button"
            class=${count === 1 ? "first" : ""}
            @click=${() => make(format, params, input, count)}
          >
            Make ${number(count)}
          </button>`,
      )}
    </p>
    ${errorMessage(error)} ${made ? madeIds(format, made, params) : preview(format, params)}`;
}

function capacityText(format: AnyFormatWithEpoch): string {
  const { rate, nodes, span } = capacityOf(format);
  const each = nodes > 1 ? ` on each of ${number(nodes)} nodes` : "";
  return `${format.bits} bits; ${number(rate)} IDs per second${each}; ${lifetime(format.epoch, span)}`;
}

function make(format: AnyFormatWithEpoch, params: URLSearchParams, input: string, count: number): void {
  const { nodes, meta } = generatorInputOf(format, params);
  const { result, error } = attempt(() => {
    const ids = format.generator(nodes);
    const made = Array.from({ length: count }, () => ids.next(meta));
    return { texts: made.map((id) => format.toText(id)), last: made.at(-1) as AnyId };
  });
  outcome = { input, made: result, error };
  if (result) announce(`${counted(count)} made`);
  redraw();
}

/** The layout that is shown before an ID is made, with an example ID. */
function preview(format: AnyFormatWithEpoch, params: URLSearchParams): TemplateResult {
  const { result: id } = attempt(() => exampleId(format, Date.now(), inputValuesOf(format, params)));
  return id === undefined ? html`` : ruler(format, bitsOf(format, id));
}

function madeIds(format: AnyFormatWithEpoch, { texts, last }: Made, params: URLSearchParams): TemplateResult {
  const all = texts.join("\n");
  return html`${ruler(format, bitsOf(format, last))}
    <section>
      <h2>${counted(texts.length)} made ${copyButton("IDs", () => all, "copy all")}</h2>
      <ol class="made">
        ${texts.slice(-SHOWN).map(
          (id) =>
            html`<li>
              <a href=${linkTo("read", { id, ...formatParamsOf(params), format: format.name })}><code>${id}</code></a>
            </li>`,
        )}
      </ol>
      ${texts.length > SHOWN ? html`<p class="quiet">The last ${SHOWN} are shown. The button copies all.</p>` : nothing}
    </section>`;
}
