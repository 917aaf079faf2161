// The view "Layout": finds the layout of unknown IDs from their times.

import { type AnyFormat, defineFormat } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import {
  type Chosen,
  type Definition,
  type Finding,
  type Layout,
  type Sample,
  type Samples,
  Table,
  type Unread,
  delays,
  duration,
  epochText,
  headline,
  hints,
  knownOf,
  layoutOf,
  percent,
  solving,
  tickAndShift,
} from "../../../pkg-template/src/layout/index.ts";
import { Decoder, NoText, textBytes } from "../../../pkg-template/src/tables/index.ts";
import { linkTo } from "../address.ts";
import { attempt } from "../attempt.ts";
import { drawnOf } from "../bits.ts";
import { builtIn } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { titleOf } from "../names.ts";
import { inSlices } from "../slices.ts";
import { codeBlock } from "../parts/code.ts";
import { announce } from "../parts/copy.ts";
import { errorMessage, valueOf } from "../parts/fields.ts";
import { visible } from "../paste/pasted.ts";
import { ruler } from "../parts/ruler.ts";
import { type State, redraw, state } from "../state.ts";
import { kilobytes, number } from "../when.ts";
import type { View } from "../view.ts";
import { exampleText } from "./example.ts";
import type { Found, Result } from "./model.ts";
import { fieldTable } from "./table.ts";
import "../style/find.css";

/** A text of more characters is read when the user has not typed for `PAUSE_MS`. */
const LONG = 5000;
const PAUSE_MS = 300;
const MOST_SHOWN = 10;
/** How many bytes are read at a time. */
const PIECE = 65_536;

export const layoutView: View = { title: () => "find a layout", draw };

function draw({ found }: State): TemplateResult {
  const source = found?.source ?? "";
  const isFile = typeof source !== "string";
  return html`<h1>Find a layout</h1>
    <p>
      Do you have IDs of a kind that nobody knows, and the times at which they were made? Give at least 3, better 20 or
      more: a file, or pasted lines.
      <span class="quiet">They stay in this page’s memory: its address gets nothing of them.</span>
    </p>
    <div class="ask samples">
      <div class="ask-head">
        <label for="samples">IDs and times: columns of a table, in any order, or JSON</label>
        <label class="file">open a file<input type="file" class="hidden" @change=${pick} /></label>
      </div>
      <textarea
        id="samples"
        rows=${isFile ? 1 : 8}
        wrap="off"
        spellcheck="false"
        autocomplete="off"
        placeholder="175928847299117063  2016-04-30 11:18:25.796"
        ?readonly=${isFile}
        .value=${live(isFile ? `${source.name} (${kilobytes(source.size)})` : source)}
        @input=${(event: Event) => enter(valueOf(event))}
      ></textarea>
      <button type="button" class="small clear" aria-label="clear" ?disabled=${source === ""} @click=${() => enter("")}>
        ×
      </button>
    </div>
    <p class="controls">
      <button type="button" class="small" @click=${() => enter(exampleText())}>Try an example</button>
      <small>Without a zone, times are read as UTC. Unix times in s, ms and µs are read too.</small>
    </p>
    <div class="results">${found?.result ? results(found.result) : nothing}</div>`;
}

// While this view is shown, a file that is dropped anywhere is read here.
window.addEventListener(
  "drop",
  (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (state.view !== "layout" || !file) return;
    event.preventDefault();
    event.stopPropagation();
    document.body.classList.remove("file-over");
    enter(file);
  },
  true,
);

function pick({ target }: Event): void {
  const chooser = target as HTMLInputElement;
  const [file] = chooser.files ?? [];
  // The same file can be chosen again.
  chooser.value = "";
  if (file) enter(file);
}

let pause: ReturnType<typeof setTimeout> | undefined;

/** Shows a text or a file, and reads it soon. The result of the source before stays until then. */
function enter(source: string | File): void {
  const isEmpty = typeof source === "string" && source.trim() === "";
  const found: Found = { source, result: isEmpty ? undefined : state.found?.result };
  state.found = found;
  clearTimeout(pause);
  const isTyped = typeof source === "string" && source.length > LONG;
  if (!isEmpty) pause = setTimeout(() => void read(found), isTyped ? PAUSE_MS : 0);
  redraw();
}

async function read(found: Found): Promise<void> {
  const isWanted = () => state.found === found;
  const table = new Table();
  try {
    const { source } = found;
    const bytes = new Uint8Array(await new Blob([typeof source === "string" ? visible(source) : source]).arrayBuffer());
    const decoder = new Decoder();
    for await (const part of textBytes(once(bytes))) {
      if (!(await inSlices(reading(table, decoder, part), isWanted))) return;
    }
    table.read(decoder.end());
  } catch (error) {
    if (!(error instanceof NoText || error instanceof DOMException)) throw error;
    found.result = { error: error instanceof NoText ? `The file is ${error.message}.` : error.message };
    return redraw();
  }
  table.end();
  await search(found, table);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads bytes in pieces, between which the page answers events. */
function* reading(table: Table, decoder: Decoder, bytes: Uint8Array): Generator<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    table.read(decoder.decode(bytes.subarray(at, at + PIECE)));
    yield;
  }
}

/** Finds the layout by the columns that are chosen, or that are found. */
async function search(found: Found, table: Table, chosen?: Chosen): Promise<void> {
  const places = table.placesOf(chosen);
  const samples = table.samples(places);
  const steps = solving(samples.samples, knownOf(builtIn), Date.now(), { fields: samples.fields });
  const answer = (await inSlices(steps, () => state.found === found))?.at(-1);
  if (!answer || state.found !== found) return;
  found.result = { table, chosen: { id: places.id, time: places.time }, samples, answer };
  // Problems are alerts, which are read aloud.
  if (!answer.problem) announce(headline(answer));
  redraw();
}

function results(result: Result): TemplateResult {
  if ("error" in result) return html`${errorMessage(result.error)}`;
  const { answer, samples } = result;
  return html`${choices(result)}
  ${
    answer.problem
      ? html`${errorMessage(answer.problem.why)}
          <p>${answer.problem.help}</p>`
      : finding(answer, samples)
  }
  ${unreadLines(samples.unread)}`;
}

/** The choice of the columns with the IDs and the times, if there are further columns. */
function choices({ table, chosen }: Exclude<Result, { error: string }>): TemplateResult | typeof nothing {
  if (table.width <= 2) return nothing;
  const choice = (name: "id" | "time", words: string) =>
    html`<label class="field"
      >${words}
      <select
        @change=${(event: Event) => {
          if (state.found) void search(state.found, table, { ...chosen, [name]: Number(valueOf(event)) });
        }}
      >
        ${Array.from(
          { length: table.width },
          (_, at) => html`<option value=${at} ?selected=${at === chosen[name]}>${table.nameOf(at)}</option>`,
        )}
      </select></label
    >`;
  return html`<div class="row">${choice("id", "IDs")} ${choice("time", "times")}</div>`;
}

function finding(found: Finding, samples: Samples): TemplateResult {
  const define = (definition: Definition) => attempt(() => defineFormat(definition) as AnyFormat).result;
  const layout = layoutOf(found, builtIn, define);
  const last = samples.samples.at(-1) as Sample;
  return html`<section class="layout-found">
      <h2>${headline(found)}</h2>
      ${knownText(found)}
    </section>
    ${layout ? drawing(layout, last) : html`<p>The package has no format for such ticks, or for so many bits.</p>`}
    <div class="columns">${layout ? fieldTable(found, layout) : nothing} ${sureness(found, samples)}</div>
    ${
      layout
        ? html`<section>
            <h2>In code</h2>
            ${codeBlock("the code", layout.code)} ${links(layout)}
          </section>`
        : nothing
    }`;
}

function knownText({ known, alike, epoch }: Finding): TemplateResult {
  const side = epoch.zone < 0 ? "behind" : "ahead of";
  const ahead = epoch.zone === 0 ? "" : ` The times are ${duration(Math.abs(epoch.zone))} ${side} UTC.`;
  if (known) return html`<p>These are IDs of <b>${titleOf(known)}</b>: its layout explains the times.${ahead}</p>`;
  return alike.length > 0
    ? html`<p>Formats with such ticks and bits, and an epoch of your own: ${alike.map(titleOf).join(", ")}.</p>`
    : html``;
}

/** One of the IDs, with the found fields. */
function drawing({ format }: Layout<AnyFormat>, { id }: Sample): TemplateResult {
  const digits = id.toString(16).padStart(Math.ceil(format.bits / 8) * 2, "0");
  const bytes = Uint8Array.from(digits.match(/../g) as string[], (pair) => parseInt(pair, 16));
  return ruler(drawnOf(format, format.fromBytes(bytes)));
}

function sureness(found: Finding, all: Samples): TemplateResult {
  const { samples, lines, step } = all;
  const { probability, epoch, count, delay, others, outliers } = found;
  const share = step > 1 ? `, one of ${step} that were read` : "";
  const rows: [what: string, how: string | TemplateResult][] = [
    ["tick and bits", percent(probability)],
    ["epoch", `${percent(epoch.probability)}: ${epoch.why}`],
    ["samples", `${number(count)} of ${number(samples.length)} agree${share}, over ${duration(found.span)}`],
    ["their times", delays(delay)],
    ...(outliers.length > 0
      ? [
          [
            "outliers",
            `${outliers.length === 1 ? "line" : "lines"} ${listed(outliers.map((n) => String(lines[n])))}`,
          ] as [string, string],
        ]
      : []),
    ...(others.length > 0
      ? [
          ["instead", listed(others.map((one) => `${tickAndShift(one)} (${percent(one.probability)})`))] as [
            string,
            string,
          ],
        ]
      : []),
  ];
  const better = hints(found, all);
  return html`<section>
    <h3>How sure</h3>
    <dl class="texts">
      ${rows.map(
        ([what, how]) =>
          html`<div>
            <dt>${what}</dt>
            <dd>${how}</dd>
          </div>`,
      )}
    </dl>
    ${
      better.length > 0
        ? html`<ul class="hints">
            ${better.map((hint) => html`<li>${hint}</li>`)}
          </ul>`
        : nothing
    }
  </section>`;
}

/** The first of some texts. */
const listed = (texts: readonly string[]): string =>
  `${texts.slice(0, MOST_SHOWN).join(", ")}${texts.length > MOST_SHOWN ? ` and ${number(texts.length - MOST_SHOWN)} more` : ""}`;

/** The other views, with this layout. No ID is in their addresses. */
function links(layout: Layout<AnyFormat>): TemplateResult | typeof nothing {
  const params = paramsOf(layout);
  if (!params) return nothing;
  return html`<p class="controls">
    ${VIEWS.map(([view, text]) => html`<a href=${linkTo(view, params)}>${text}</a> `)}
  </p>`;
}

/**
 * The parameters of the address for a layout: see `formats/custom.ts`. The custom layout has at most one node, and its
 * fields have a fixed order. Undefined if it cannot be this layout.
 */
function paramsOf({ format, definition }: Layout<AnyFormat>): Record<string, string | number> | undefined {
  if (!definition) return { format: format.name };
  const { unit, epoch, fields } = definition;
  const order = ["time", "node", "sequence", "random"];
  const kinds = fields.map(({ kind }) => kind);
  const isPlain = kinds.every((kind, n) => n === 0 || order.indexOf(kind) > order.indexOf(kinds[n - 1] as string));
  if (!isPlain || !kinds.includes("sequence") || unit % 1 !== 0) return undefined;
  const widths = order.map((kind) => fields.find((field) => field.kind === kind)?.bits ?? 0);
  return { format: CUSTOM, layout: widths.join("."), unit, epoch: epochText(epoch) };
}

const VIEWS = [
  ["read", "Read such IDs"],
  ["make", "Make such IDs"],
  ["range", "Find such IDs by time"],
] as const;

function unreadLines(unread: readonly Unread[]): TemplateResult | typeof nothing {
  if (unread.length === 0) return nothing;
  return html`<section>
    <h3>${number(unread.length)} ${unread.length === 1 ? "line was" : "lines were"} not read</h3>
    <ul class="unread">
      ${unread.slice(0, MOST_SHOWN).map(({ line, why }) => html`<li>Line ${number(line)}: ${why}</li>`)}
    </ul>
    ${unread.length > MOST_SHOWN ? html`<p class="quiet">The first ${MOST_SHOWN} are shown.</p>` : nothing}
  </section>`;
}
