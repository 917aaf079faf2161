// The view "Stress": makes millions of IDs in a worker, also with faulty clocks, and looks for repeats.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { capacityOf } from "../formats/capacity.ts";
import { formatNameOf, formatOf } from "../formats/catalogue.ts";
import { attempt } from "../parts/attempt.ts";
import { announce } from "../parts/copy.ts";
import { epochField, errorMessage, formatChoice, valueOf } from "../parts/fields.ts";
import { type State, redraw, setParams, state } from "../state.ts";
import { counted, number } from "../when.ts";
import type { View } from "../view.ts";
import { newWorker } from "../worker.ts";
import { chart } from "./chart.ts";
import { CLOCKS, type Clock, NO_PROGRESS, type Progress, type Run, type StressRequest } from "./messages.ts";

const TOTALS = [100_000, 1_000_000, 5_000_000, 10_000_000];

export const stressView: View = { title: () => "stress a generator", draw, leave: stopStress };

function draw({ params, run }: State): TemplateResult {
  const request = requestOf(params);
  const { error } = attempt(() => formatOf(request.format, params));
  const running = run?.worker !== undefined;
  return html`<h1>Stress a generator</h1>
    <fieldset class="plain" ?disabled=${running}>
      ${formatChoice(request.format)}
      <div class="row">
        <label class="field"
          >number of IDs
          <select @change=${(event: Event) => setParams({ total: valueOf(event) })}>
            ${TOTALS.map((total) => html`<option value=${total} ?selected=${total === request.total}>${number(total)}</option>`)}
          </select></label
        >
        <label class="field"
          >clock
          <select @change=${(event: Event) => setParams({ clock: valueOf(event) })}>
            ${Object.entries(CLOCKS).map(
              ([clock, words]) => html`<option value=${clock} ?selected=${clock === request.clock}>${words}</option>`,
            )}
          </select></label
        >
        ${epochField(request.format, params)} ${checkbox("batch", "use batch()", request.batch)}
        ${checkbox("each", "a new generator for each ID", request.each)}
      </div>
    </fieldset>
    ${errorMessage(error)}
    <p class="controls">
      <button
        type="button"
        class="first"
        ?disabled=${error !== undefined}
        @click=${() => (running ? stop() : start(request))}
      >
        ${running ? "Stop" : "Start"}
      </button>
    </p>
    ${run ? results(run) : nothing}`;
}

function requestOf(params: URLSearchParams): StressRequest {
  const clock = params.get("clock") ?? "";
  return {
    format: formatNameOf(params, "snowflakeSI"),
    params: params.toString(),
    clock: Object.hasOwn(CLOCKS, clock) ? (clock as Clock) : "real",
    each: params.has("each"),
    batch: params.has("batch"),
    total: TOTALS.find((total) => String(total) === params.get("total")) ?? 1_000_000,
  };
}

function checkbox(name: "batch" | "each", words: string, on: boolean): TemplateResult {
  return html`<label class="checkbox"
    ><input type="checkbox" .checked=${live(on)} @change=${() => setParams({ [name]: on ? null : "yes" })} />
    ${words}</label
  >`;
}

function start(request: StressRequest): void {
  const worker = newWorker("stress");
  const current: Run = { request, worker, progress: NO_PROGRESS, rates: [] };
  state.run = current;
  worker.onmessage = ({ data }: MessageEvent<Progress>) => {
    current.progress = data;
    current.rates.push(data.rate);
    if (data.error || data.made === request.total) {
      end(current);
      announce(verdict(data));
    }
    redraw();
  };
  worker.onerror = ({ message }) => {
    current.progress = { ...current.progress, error: message || "the worker could not be started" };
    end(current);
    redraw();
  };
  worker.postMessage(request);
  redraw();
}

function end(run: Run): void {
  run.worker?.terminate();
  run.worker = undefined;
}

/** Ends the current run, if there is one. */
function stopStress(): void {
  if (state.run) end(state.run);
}

function stop(): void {
  stopStress();
  redraw();
}

const verdict = ({ made, repeats }: Progress): string =>
  `${counted(made)} made, ${repeats === 0 ? "no" : number(repeats)} repeats`;

function results({ request, progress: { made, repeats, making, error }, rates }: Run): TemplateResult {
  const { rate } = capacityOf(formatOf(request.format, new URLSearchParams(request.params)));
  const perSecond = made && (made / making) * 1000;
  return html`<section class="results">
    <progress value=${made / request.total} aria-label="progress"></progress>
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
        <dt>per second</dt>
        <dd>${number(Math.round(perSecond))}</dd>
      </div>
      <div>
        <dt>of capacity</dt>
        <dd>${number((100 * perSecond) / rate)} %</dd>
      </div>
    </dl>
    ${errorMessage(error)} ${rates.length > 2 ? chart(rates, rate / 1000) : nothing}
    <p class="quiet">
      Each ID is compared with all earlier ones.
      ${request.clock === "real" ? nothing : "IDs lead a faulty clock, so the rate can exceed the capacity."}
    </p>
  </section>`;
}
