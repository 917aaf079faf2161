// The view "Range": the IDs of a span of time, and a query for them.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { linkTo } from "../address.ts";
import { attempt } from "../attempt.ts";
import { codeBlock } from "../parts/code.ts";
import { copyButton } from "../parts/copy.ts";
import { epochField, errorMessage, formatChoice, valueOf } from "../parts/fields.ts";
import { formatCode } from "../parts/format-code.ts";
import { type State, setParams } from "../state.ts";
import type { View } from "../view.ts";
import { type Bounds, type Kind, OTHER_NAMES, boundsOf, kindNameOf, kindOf } from "./kinds.ts";
import { NAMES, queryOf } from "./query.ts";
import { type Times, timeFields, timesOf, whatClocksDo, wrongTime, zoneChoice } from "./times.ts";
import { UTC, textAt } from "./zones.ts";

export const rangeView: View = { title: () => "find IDs by time", draw };

function draw({ params }: State): TemplateResult {
  const name = kindNameOf(params);
  const times = timesOf(params);
  const wrong = wrongTime(times);
  const { result: kind, error: wrongFormat } = attempt(() => kindOf(name, params));
  const { result: bounds, error } =
    wrong === undefined && kind ? attempt(() => boundsOf(kind, times.from.ms, times.to.ms)) : { error: wrong };
  return html`<h1>Find IDs by time</h1>
    ${formatChoice(name, undefined, OTHER_NAMES)} ${zoneChoice(times)}
    <div class="row">
      ${timeFields(times)} ${epochField(name, params)}
      ${kind?.dialect === "SQL" ? Object.entries(NAMES).map(([what, usual]) => nameField(what, usual, params)) : nothing}
    </div>
    ${whatClocksDo(times)} ${errorMessage(wrongFormat ?? error)}
    ${kind && bounds ? found(kind, bounds, times, params) : nothing}`;
}

function nameField(name: string, usual: string, params: URLSearchParams): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      class="short"
      spellcheck="false"
      .value=${live(params.get(name) ?? usual)}
      @input=${(event: Event) => setParams({ [name]: valueOf(event) })}
    />
    <small>for the SQL</small></label
  >`;
}

function found(kind: Kind, bounds: Bounds, times: Times, params: URLSearchParams): TemplateResult {
  const { dialect, name, format } = kind;
  return html`${bounds.notes.map((note) => html`<p class="quiet">${note}</p>`)}
    <dl class="texts" aria-live="polite">
      ${bound("first", bounds.min, name)} ${bounds.end === null ? nothing : bound("end, excluded", bounds.end, name)}
    </dl>
    <section>
      <h2>${dialect}</h2>
      ${codeBlock(`the ${dialect}`, queryOf(bounds, kind, params))}
    </section>
    ${
      format
        ? html`<section>
            <h2>In code</h2>
            ${codeBlock("the code", codeOf(name, bounds, times, params))}
          </section>`
        : nothing
    }`;
}

function codeOf(name: string, { end, notes }: Bounds, { from, to }: Times, params: URLSearchParams): string {
  const { lines, format } = formatCode(name, params);
  const [first, last] = [from, to].map(({ ms }) => `"${textAt(UTC, ms)}Z"`);
  const isWhole = end !== null && notes.length === 0;
  const options = isWhole ? "{ halfOpen: true }" : "{ halfOpen: true, clamp: true }";
  return [...lines, `const { min, end } = ${format}.range(${first}, ${last}, ${options});`].join("\n");
}

function bound(what: string, id: string, format: string): TemplateResult {
  return html`<div>
    <dt>${what}</dt>
    <dd>
      <a href=${linkTo("read", { id, format })}><code>${id}</code></a>
      ${copyButton(`the ID: ${what}`, () => id)}
    </dd>
  </div>`;
}
