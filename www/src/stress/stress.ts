// Stress: millions of IDs in a worker, each looked up among all the others, with clocks that misbehave.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { adjust, redraw } from "../address.ts";
import { askedFor, formatOf, powersOf } from "../formats.ts";
import { say } from "../parts/copy.ts";
import { attempt, complaint, epochField, formatChoice, valueOf } from "../parts/fields.ts";
import { number } from "../when.ts";
import { chart } from "./chart.ts";
import { CLOCKS, type Clock, NOTHING, type Order, type Progress } from "./order.ts";

const TOTALS = [100_000, 1_000_000, 5_000_000, 10_000_000];

interface Run {
  order: Order;
  /** Until it is done or stopped. */
  worker: Worker | undefined;
  progress: Progress;
  /** IDs per ms, report by report. */
  rates: number[];
}

/** The run that is going on, or was last. */
let run: Run | undefined;

let script = "";

/** Says where the worker's script is. */
export function workFrom(url: string): void {
  script = url;
}

export function stressView(params: URLSearchParams): TemplateResult {
  const order = orderOf(params);
  const { wrong } = attempt(() => formatOf(order.format, params));
  const running = run?.worker !== undefined;
  return html`<h1>Does anything repeat?</h1>
    <fieldset class="plain" ?disabled=${running}>
      ${formatChoice(order.format)}
      <div class="row">
        <label class="field"
          >how many
          <select @change=${(event: Event) => adjust({ total: valueOf(event) })}>
            ${TOTALS.map((total) => html`<option value=${total} ?selected=${total === order.total}>${number(total)}</option>`)}
          </select></label
        >
        <label class="field"
          >the clock
          <select @change=${(event: Event) => adjust({ clock: valueOf(event) })}>
            ${Object.entries(CLOCKS).map(
              ([clock, words]) => html`<option value=${clock} ?selected=${clock === order.clock}>${words}</option>`,
            )}
          </select></label
        >
        ${epochField(order.format, params)} ${tick("batch", "by batches", order.batch)}
        ${tick("each", "a generator for each ID", order.each)}
      </div>
    </fieldset>
    ${complaint(wrong)}
    <p class="controls">
      ${
        running
          ? html`<button type="button" class="first" @click=${stop}>Stop</button>`
          : html`<button type="button" class="first" ?disabled=${wrong !== undefined} @click=${() => start(order)}>
              Start
            </button>`
      }
    </p>
    ${run ? results(run) : nothing}`;
}

function orderOf(params: URLSearchParams): Order {
  const clock = params.get("clock") ?? "";
  return {
    format: askedFor(params, "snowflakeSI"),
    params: params.toString(),
    clock: Object.hasOwn(CLOCKS, clock) ? (clock as Clock) : "real",
    each: params.has("each"),
    batch: params.has("batch"),
    total: TOTALS.find((total) => String(total) === params.get("total")) ?? 1_000_000,
  };
}

function tick(name: "batch" | "each", words: string, on: boolean): TemplateResult {
  return html`<label class="tick"
    ><input type="checkbox" .checked=${live(on)} @change=${() => adjust({ [name]: on ? null : "yes" })} />
    ${words}</label
  >`;
}

function start(order: Order): void {
  const worker = new Worker(script, { type: "module" });
  const current: Run = { order, worker, progress: NOTHING, rates: [] };
  run = current;
  worker.onmessage = ({ data }: MessageEvent<Progress>) => {
    current.progress = data;
    current.rates.push(data.rate);
    if (data.refused || data.made === order.total) {
      end(current);
      say(verdict(data));
    }
    redraw();
  };
  worker.onerror = ({ message }) => {
    current.progress = { ...current.progress, refused: message || "the worker could not be started" };
    end(current);
    redraw();
  };
  worker.postMessage(order);
  redraw();
}

function end(run: Run): void {
  run.worker?.terminate();
  run.worker = undefined;
}

/** Ends what is going on; nothing goes on while another view is shown. */
export function stopStress(): void {
  if (run) end(run);
}

function stop(): void {
  stopStress();
  redraw();
}

const verdict = ({ made, repeats }: Progress): string =>
  `${number(made)} made, ${repeats === 0 ? "none twice" : `${number(repeats)} REPEATED`}`;

function results({ order, progress: { made, repeats, making, refused }, rates }: Run): TemplateResult {
  const { rate } = powersOf(formatOf(order.format, new URLSearchParams(order.params)));
  const reached = made && (made / making) * 1000;
  return html`<section class="results">
    <progress value=${made / order.total} aria-label="made so far"></progress>
    <dl class="figures">
      <div>
        <dt>made</dt>
        <dd id="made">${number(made)}</dd>
      </div>
      <div class=${repeats ? "bad" : "good"}>
        <dt>repeats</dt>
        <dd id="repeats">${number(repeats)}</dd>
      </div>
      <div>
        <dt>a second</dt>
        <dd>${number(Math.round(reached))}</dd>
      </div>
      <div>
        <dt>of what it holds</dt>
        <dd>${number((100 * reached) / rate)} %</dd>
      </div>
    </dl>
    ${complaint(refused)} ${rates.length > 2 ? chart(rates, rate / 1000) : nothing}
    <p class="quiet">
      Each ID is looked up among all that were made before.
      ${order.clock === "real" ? nothing : "With a clock that is wrong, IDs lead it, so more are made than its ms could hold."}
    </p>
  </section>`;
}
