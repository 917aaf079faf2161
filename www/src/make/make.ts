// The view "Make": makes IDs of any built-in format or of a custom layout.

import { type AnyFormatWithEpoch, type AnyId, generator } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo } from "../address.ts";
import { drawnOf } from "../bits.ts";
import { capacityOf } from "../formats/capacity.ts";
import { formatNameOf, formatOf, formatParamsOf } from "../formats/catalogue.ts";
import { CUSTOM, MOST_BITS, totalOf, widthsOf } from "../formats/custom.ts";
import {
  emptyInputOf,
  exampleId,
  generatorInputOf,
  inputFieldsOf,
  inputValuesOf,
  maxValue,
} from "../formats/inputs.ts";
import { attempt } from "../attempt.ts";
import { codeBlock } from "../parts/code.ts";
import { announce, copyButton } from "../parts/copy.ts";
import { epochField, errorMessage, formatChoice, numberField } from "../parts/fields.ts";
import { generatorCode } from "../parts/format-code.ts";
import { ruler } from "../parts/ruler.ts";
import { type State, redraw, state } from "../state.ts";
import { counted, lifetime, number } from "../when.ts";
import type { View } from "../view.ts";
import { layoutEditor } from "./layout.ts";
import type { Made } from "./made.ts";

const AMOUNTS = [1, 10, 1000];
/** How many of the new IDs are shown. The copy button copies all of them. */
const SHOWN = 10;

export const makeView: View = { title: () => "make IDs", draw };

function draw({ params, made }: State): TemplateResult {
  const name = formatNameOf(params, "twitter");
  const { result: format, error } = attempt(() => formatOf(name, params));
  return html`<h1>Make IDs</h1>
    ${formatChoice(name, true)} ${name === CUSTOM ? layoutEditor(params) : nothing}
    <div class="row">
      ${epochField(name, params)}
      ${format ? inputFieldsOf(format).map((leaf) => numberField(leaf.name, maxValue(leaf), params)) : ""}
    </div>
    ${errorMessage((name === CUSTOM && tooWide(params)) || error)} ${format ? making(format, params, made) : ""}`;
}

/** Says that a layout is too wide, which is more helpful than the error of one of its fields. */
function tooWide(params: URLSearchParams): string | undefined {
  const bits = totalOf(widthsOf(params.get("layout")));
  return bits > MOST_BITS ? `${bits} bits in all; at most ${MOST_BITS} fit into an ID` : undefined;
}

function making(format: AnyFormatWithEpoch, params: URLSearchParams, made: Made | undefined): TemplateResult {
  const input = `${format.name} ${params}`;
  const { ids, error } = made?.input === input ? made : {};
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
    ${errorMessage(error)} ${ids ? madeIds(format, ids, params) : preview(format, params)}
    <section>
      <h2>In code</h2>
      ${codeBlock("Code", codeOf(format, params))}
    </section>`;
}

function capacityText(format: AnyFormatWithEpoch): string {
  const { rate, nodes, span } = capacityOf(format);
  const each = nodes > 1 ? ` on each of ${number(nodes)} nodes` : "";
  return `${format.bits} bits; ${number(rate)} IDs per second${each}; ${lifetime(format.epoch, span)}`;
}

function codeOf(format: AnyFormatWithEpoch, params: URLSearchParams): string {
  const { lines, metadata } = generatorCode(format, params);
  return [...lines, `ids.next(${metadata});`].join("\n");
}

function make(format: AnyFormatWithEpoch, params: URLSearchParams, input: string, count: number): void {
  const empty = emptyInputOf(format, params);
  const { result: ids, error } = empty ? { error: `${empty} is empty` } : attempt(() => makeIds(format, params, count));
  state.made = { input, ids, error };
  if (ids) announce(`${counted(count)} made`);
  redraw();
}

function makeIds(format: AnyFormatWithEpoch, params: URLSearchParams, count: number): NonNullable<Made["ids"]> {
  const { nodes, meta } = generatorInputOf(format, params);
  const ids = generator(format, nodes);
  const made = Array.from({ length: count }, () => ids.next(meta));
  return { texts: made.map((id) => format.toText(id)), last: made.at(-1) as AnyId };
}

/** The layout that is shown before an ID is made, with an example ID. */
function preview(format: AnyFormatWithEpoch, params: URLSearchParams): TemplateResult {
  const { result: id } = attempt(() => exampleId(format, Date.now(), inputValuesOf(format, params)));
  return id === undefined ? html`` : ruler(drawnOf(format, id));
}

function madeIds(
  format: AnyFormatWithEpoch,
  { texts, last }: NonNullable<Made["ids"]>,
  params: URLSearchParams,
): TemplateResult {
  const all = texts.join("\n");
  return html`${ruler(drawnOf(format, last))}
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
      ${
        texts.length > SHOWN
          ? html`<p class="quiet">The last ${SHOWN} are shown. “copy all” takes all ${number(texts.length)}.</p>`
          : nothing
      }
    </section>`;
}
