// Range: from two instants to the smallest and the largest ID, and the SQL that finds what is between.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { adjust, linkTo } from "../address.ts";
import { type Format, type Id, askedFor, formatOf } from "../formats.ts";
import { copyButton } from "../parts/copy.ts";
import { attempt, complaint, epochField, formatChoice, valueOf } from "../parts/fields.ts";
import { day, relative } from "../when.ts";

const DAY = 86_400_000;

export function rangeView(params: URLSearchParams): TemplateResult {
  const name = askedFor(params, "twitter");
  const from = params.get("from") ?? `${day(new Date(Date.now() - DAY))}T00:00`;
  const to = params.get("to") ?? `${day(new Date())}T00:00`;
  const { done, wrong } = attempt(() => {
    const format = formatOf(name, params);
    return { format, ...format.range(`${from}Z`, `${to}Z`) };
  });
  return html`<h1>Which IDs were made when?</h1>
    ${formatChoice(name)}
    <div class="row">
      ${instant("from", from)} ${instant("to", to)} ${epochField(name, params)} ${word("table", "events", params)}
      ${word("column", "id", params)}
    </div>
    ${complaint(wrong)} ${done ? answer(done, params) : ""}`;
}

function instant(name: "from" | "to", value: string): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      type="datetime-local"
      step="1"
      .value=${live(value)}
      @input=${(event: Event) => adjust({ [name]: valueOf(event) })}
    />
    <small>UTC, ${relative(Date.parse(`${value}Z`))}</small></label
  >`;
}

function word(name: string, otherwise: string, params: URLSearchParams): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      class="short"
      spellcheck="false"
      .value=${live(params.get(name) ?? otherwise)}
      @input=${(event: Event) => adjust({ [name]: valueOf(event) })}
    />
    <small>for the SQL</small></label
  >`;
}

interface Range {
  format: Format;
  min: Id;
  max: Id;
}

/** The query; IDs that are texts are quoted. */
function sqlOf({ min, max }: Range, params: URLSearchParams): string {
  const literal = (id: Id) => (typeof id === "string" ? `'${id}'` : String(id));
  const [table, column] = [params.get("table") ?? "events", params.get("column") ?? "id"];
  return `SELECT * FROM ${table}\nWHERE ${column} BETWEEN ${literal(min)} AND ${literal(max)};`;
}

function answer(range: Range, params: URLSearchParams): TemplateResult {
  const sql = sqlOf(range, params);
  return html`<dl class="texts" aria-live="polite">
      ${bound("smallest", range.min, range.format)} ${bound("largest", range.max, range.format)}
    </dl>
    <h2>SQL</h2>
    <div class="code">
      <pre tabindex="0"><code>${sql}</code></pre>
      ${copyButton("the SQL", () => sql)}
    </div>`;
}

function bound(what: string, id: Id, format: Format): TemplateResult {
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
