// The view "Layout": finds the layout of unknown IDs from their times.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { linkTo } from "../address.ts";
import { drawnOf } from "../bits.ts";
import { inSlices } from "../slices.ts";
import { codeBlock } from "../parts/code.ts";
import { announce } from "../parts/copy.ts";
import { errorMessage } from "../parts/fields.ts";
import { visible } from "../paste/pasted.ts";
import { ruler } from "../parts/ruler.ts";
import { type State, redraw, state } from "../state.ts";
import { number } from "../when.ts";
import type { View } from "../view.ts";
import { exampleText } from "./example.ts";
import { KNOWN, type Layout, layoutOf } from "./layout.ts";
import type { Found, Thinned } from "./model.ts";
import { type Sample, type Samples, type Unread, rowsOf, samplesOf } from "./samples.ts";
import { type Finding, solving } from "./solve.ts";
import { fieldTable } from "./table.ts";
import "../style/find.css";
import { delays, duration, headline, hints, percent, tickAndShift } from "./words.ts";

/** The most samples that are looked at. More samples would not change the answer. */
const MOST_SAMPLES = 10_000;
/** A text of more characters is read when the user has not typed for `PAUSE_MS`. */
const LONG = 5000;
const PAUSE_MS = 300;
const MOST_SHOWN = 10;

export const layoutView: View = { title: () => "find a layout", draw };

function draw({ found }: State): TemplateResult {
  const text = found?.text ?? "";
  return html`<h1>Find a layout</h1>
    <p>
      Do you have IDs of a kind that nobody knows, and the times at which they were made? Paste at least 3, better 20 or
      more, one in each line.
      <span class="quiet">They stay in this page’s memory: its address gets nothing of them.</span>
    </p>
    <div class="samples">
      <label for="samples">IDs and times, such as two columns of a database</label>
      <textarea
        id="samples"
        rows="8"
        wrap="off"
        spellcheck="false"
        autocomplete="off"
        placeholder="175928847299117063  2016-04-30 11:18:25.796"
        .value=${live(text)}
        @input=${(event: Event) => enter((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p class="controls">
        <button type="button" class="small" @click=${() => enter(exampleText())}>Try an example</button>
        <button type="button" class="small" ?disabled=${text === ""} @click=${() => enter("")}>clear</button>
        <small>Without a zone, times are read as UTC. Unix times in s, ms and µs are read too.</small>
      </p>
    </div>
    <div class="results">${found?.result ? results(found.result) : nothing}</div>`;
}

let pause: ReturnType<typeof setTimeout> | undefined;

/** Shows a text, and reads it soon. The result of the text before stays until then. */
function enter(text: string): void {
  const before = text.trim() === "" ? undefined : state.found?.result;
  const found: Found = { text, result: before };
  state.found = found;
  clearTimeout(pause);
  if (text.trim() !== "") pause = setTimeout(() => void read(found), text.length > LONG ? PAUSE_MS : 0);
  redraw();
}

async function read(found: Found): Promise<void> {
  const isWanted = () => state.found === found;
  const rows = await inSlices(rowsOf(visible(found.text)), isWanted);
  if (!rows) return;
  const samples = thinned(samplesOf(rows));
  const steps = solving(samples.samples, KNOWN, Date.now());
  const answer = (await inSlices(steps, isWanted))?.at(-1);
  if (!answer || !isWanted()) return;
  found.result = { samples, answer };
  // Problems are alerts, which are read aloud.
  if (!answer.problem) announce(headline(answer));
  redraw();
}

/** At most {@link MOST_SAMPLES} of the samples, at equal distances. */
function thinned({ samples, lines, ...rest }: Samples): Thinned {
  const step = Math.max(1, Math.ceil(samples.length / MOST_SAMPLES));
  const isTaken = (_: unknown, n: number) => n % step === 0;
  return { ...rest, step, samples: samples.filter(isTaken), lines: lines.filter(isTaken) };
}

function results({ samples, answer }: NonNullable<Found["result"]>): TemplateResult {
  return html`${
    answer.problem
      ? html`${errorMessage(answer.problem.why)}
          <p>${answer.problem.help}</p>`
      : finding(answer, samples)
  }
  ${unreadLines(samples.unread)}`;
}

function finding(found: Finding, samples: Thinned): TemplateResult {
  const layout = layoutOf(found);
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
  if (known) return html`<p>These are IDs of <b>${known}</b>: its layout explains the times.${ahead}</p>`;
  return alike.length > 0
    ? html`<p>Formats with such ticks and bits, and an epoch of your own: ${alike.join(", ")}.</p>`
    : html``;
}

/** One of the IDs, with the found fields. */
function drawing({ format }: Layout, { id }: Sample): TemplateResult {
  const digits = id.toString(16).padStart(Math.ceil(format.bits / 8) * 2, "0");
  const bytes = Uint8Array.from(digits.match(/../g) as string[], (pair) => parseInt(pair, 16));
  return ruler(drawnOf(format, format.fromBytes(bytes)));
}

function sureness(found: Finding, thinned: Thinned): TemplateResult {
  const { samples, lines, step } = thinned;
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
  const better = hints(found, thinned);
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
const links = ({ params }: Layout): TemplateResult | typeof nothing =>
  params
    ? html`<p class="controls">${VIEWS.map(([view, text]) => html`<a href=${linkTo(view, params)}>${text}</a> `)}</p>`
    : nothing;

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
