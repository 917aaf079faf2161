// The view "Range": the smallest and the largest ID between two times, and a SQL query for that range.

import type { AnyFormat, AnyId } from "flakekit";
import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { linkTo } from "../address.ts";
import { formatNameOf, formatOf } from "../formats/catalogue.ts";
import { attempt } from "../parts/attempt.ts";
import { codeBlock } from "../parts/code.ts";
import { copyButton } from "../parts/copy.ts";
import { epochField, errorMessage, formatChoice, valueOf } from "../parts/fields.ts";
import { formatCode } from "../parts/format-code.ts";
import { type State, setParams } from "../state.ts";
import { day, relative } from "../when.ts";
import type { View } from "../view.ts";

const DAY = 86_400_000;

export const rangeView: View = { title: () => "find IDs by time", draw };

function draw({ params }: State): TemplateResult {
  const name = formatNameOf(params, "twitter");
  const from = params.get("from") ?? `${day(new Date(Date.now() - DAY))}T00:00`;
  const to = params.get("to") ?? `${day(new Date())}T00:00`;
  const wrong = wrongTime("from", from) ?? wrongTime("to", to);
  const { result, error } = wrong
    ? { error: wrong }
    : attempt(() => {
        const format = formatOf(name, params);
        return { format, ...format.range(`${from}Z`, `${to}Z`) };
      });
  return html`<h1>Find IDs by time</h1>
    ${formatChoice(name)}
    <div class="row">
      ${timeField("from", from)} ${timeField("to", to)} ${epochField(name, params)}
      ${sqlNameField("table", "events", params)} ${sqlNameField("column", "id", params)}
    </div>
    ${errorMessage(error)} ${result ? rangeResult(result, from, to, params) : ""}`;
}

/** Says that a time is missing or that it is none. */
function wrongTime(name: string, value: string): string | undefined {
  if (value === "") return `Enter a date and a time in “${name}”.`;
  if (Number.isNaN(Date.parse(`${value}Z`)))
    return `“${name}” is '${value}'; it must be a time such as 2026-01-31T12:00.`;
  return undefined;
}

function timeField(name: "from" | "to", value: string): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      type="datetime-local"
      step="1"
      .value=${live(value)}
      @input=${(event: Event) => setParams({ [name]: valueOf(event) })}
    />
    <small>UTC${wrongTime(name, value) ? "" : `, ${relative(Date.parse(`${value}Z`))}`}</small></label
  >`;
}

function sqlNameField(name: string, otherwise: string, params: URLSearchParams): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      class="short"
      spellcheck="false"
      .value=${live(params.get(name) ?? otherwise)}
      @input=${(event: Event) => setParams({ [name]: valueOf(event) })}
    />
    <small>for the SQL</small></label
  >`;
}

interface Range {
  format: AnyFormat;
  min: AnyId;
  max: AnyId;
}

/** Returns the query. IDs that are strings are quoted. */
function sqlOf({ min, max }: Range, params: URLSearchParams): string {
  const literal = (id: AnyId) => (typeof id === "string" ? `'${id}'` : String(id));
  const [table, column] = [params.get("table") ?? "events", params.get("column") ?? "id"];
  return `SELECT * FROM ${table}\nWHERE ${column} BETWEEN ${literal(min)} AND ${literal(max)};`;
}

function rangeResult(range: Range, from: string, to: string, params: URLSearchParams): TemplateResult {
  const { lines, format } = formatCode(range.format.name, params);
  const code = [...lines, `const { min, max } = ${format}.range("${from}Z", "${to}Z");`].join("\n");
  return html`<dl class="texts" aria-live="polite">
      ${bound("smallest", range.min, range.format)} ${bound("largest", range.max, range.format)}
    </dl>
    <section>
      <h2>SQL</h2>
      ${codeBlock("the SQL", sqlOf(range, params))}
    </section>
    <section>
      <h2>In code</h2>
      ${codeBlock("the code", code)}
    </section>`;
}

function bound(what: string, id: AnyId, format: AnyFormat): TemplateResult {
  const text = String(id);
  const readable = linkTo("read", { id: format.toText(id), format: format.name });
  return html`<div>
    <dt>${what}</dt>
    <dd>
      <a href=${readable}><code>${text}</code></a>
      ${copyButton(`the ${what} ID`, () => text)}
    </dd>
  </div>`;
}
