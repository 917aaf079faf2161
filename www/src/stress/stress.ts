// The view "Stress": makes millions of IDs in a worker, also with faulty clocks, and looks for repeats.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { capacityOf } from "../formats/capacity.ts";
import { formatNameOf, formatOf } from "../formats/catalogue.ts";
import { attempt } from "../attempt.ts";
import { codeBlock } from "../parts/code.ts";
import { announce } from "../parts/copy.ts";
import { epochField, errorMessage, formatChoice, valueOf } from "../parts/fields.ts";
import { generatorCode } from "../parts/format-code.ts";
import { type State, redraw, setParams, state } from "../state.ts";
import { counted, duration, number } from "../when.ts";
import type { View } from "../view.ts";
import { newWorker } from "../worker.ts";
import {
  CLOCKS,
  type Clock,
  DEFAULT_CLOCK,
  type Lane,
  MAKERS,
  type Maker,
  NO_PROGRESS,
  POLICIES,
  type Progress,
  type Run,
  type StressRequest,
} from "./messages.ts";

type Request = Run["request"];

const TOTALS = [100_000, 1_000_000, 5_000_000, 10_000_000];

export const stressView: View = { title: () => "stress a generator", draw, leave: stopStress };

function draw({ params, run }: State): TemplateResult {
  const request = requestOf(params);
  const { error } = attempt(() => formatOf(request.format, params));
  const running = run !== undefined && isRunning(run);
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
        ${epochField(request.format, params)} ${checkbox("batch", "in batches", request.batch)}
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
    ${run ? results(run) : nothing}
    ${
      error === undefined
        ? html`<section>
            <h2>In code</h2>
            ${codeBlock("Code", codeOf(request))}
          </section>`
        : nothing
    }`;
}

/** Code that makes the IDs of a run and counts its repeats. */
function codeOf({ format: name, params: text, clock, total, batch }: Request): string {
  const params = new URLSearchParams(text);
  const { lines, metadata } = generatorCode(formatOf(name, params), params, POLICIES[clock], batch ? ["batch"] : []);
  const made = batch
    ? `batch(ids, ${total}${metadata && `, ${metadata}`})`
    : `Array.from({ length: ${total} }, () => ids.next(${metadata}))`;
  return [...lines, `const made = ${made};`, "const repeats = made.length - new Set(made).size;"].join("\n");
}

function requestOf(params: URLSearchParams): Request {
  const clock = params.get("clock") ?? "";
  return {
    format: formatNameOf(params, "snowflakeSI"),
    params: params.toString(),
    clock: Object.hasOwn(CLOCKS, clock) ? (clock as Clock) : DEFAULT_CLOCK,
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

const isRunning = ({ lanes }: Run): boolean => Object.values(lanes).some(({ worker }) => worker !== undefined);

/** Starts both makers at once, each in its own worker. */
function start(request: Request): void {
  const lane = (): Lane => ({ worker: newWorker("stress"), progress: NO_PROGRESS });
  const run: Run = { request, lanes: { flakekit: lane(), plain: lane() } };
  state.run = run;
  for (const maker of Object.keys(run.lanes) as Maker[]) follow(run, maker);
  redraw();
}

function follow(run: Run, maker: Maker): void {
  const lane = run.lanes[maker];
  const { worker } = lane;
  if (!worker) return;
  worker.onmessage = ({ data }: MessageEvent<Progress>) => {
    lane.progress = data;
    if (data.error || data.made === run.request.total) {
      end(lane);
      // The plain algorithm may end last, and without an ID.
      const { progress } = run.lanes.flakekit;
      if (!isRunning(run)) announce(`${counted(progress.made)} made, ${repeated(progress)}`);
    }
    redraw();
  };
  worker.onerror = ({ message }) => {
    lane.progress = { ...lane.progress, error: message || "the worker could not be started" };
    end(lane);
    redraw();
  };
  worker.postMessage({ ...run.request, maker } satisfies StressRequest);
}

function end(lane: Lane): void {
  lane.worker?.terminate();
  lane.worker = undefined;
}

/** Ends the current run, if there is one. */
function stopStress(): void {
  for (const lane of Object.values(state.run?.lanes ?? {})) end(lane);
}

function stop(): void {
  stopStress();
  redraw();
}

const repeated = ({ made, repeats }: Progress): string =>
  repeats > 0 ? `${number(repeats)} repeats` : made > 0 ? "no repeats" : "no IDs";

function results({ request, lanes: { flakekit, plain } }: Run): TemplateResult {
  const { rate } = capacityOf(formatOf(request.format, new URLSearchParams(request.params)));
  const isReal = request.clock === "real";
  const { progress } = flakekit;
  return html`<section class="results">
    <progress value=${progress.made / request.total} aria-label="progress"></progress>
    <h2>${MAKERS.flakekit}: ${repeated(progress)}; ${MAKERS.plain}: ${repeated(plain.progress)}</h2>
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">made by</th>
          <th scope="col" class="number">repeats</th>
          <th scope="col" class="number">IDs</th>
          <th scope="col" class="number">per second</th>
          ${isReal ? html`<th scope="col" class="number">of capacity</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${figures("flakekit", flakekit, isReal ? rate : undefined)}
        ${figures("plain", plain, isReal ? rate : undefined)}
      </tbody>
    </table>
    ${errorMessage(progress.error)}
    <p class="quiet">
      Each ID is compared with all earlier ones. The plain algorithm is the one that most packages have: the time of the
      clock, and a number that begins at 0 in each tick. ${MODES[request.clock](progress)}
    </p>
  </section>`;
}

/** How the makers treat each clock. */
const MODES: Record<Clock, (progress: Progress) => string> = {
  real: () => "Both wait for the next tick when the numbers of a tick are used up.",
  back: () =>
    "Both wait for the next tick when the numbers of a tick are used up. When the clock steps back, flakekit also waits until " +
    "it has caught up, which takes half of the time here; the plain algorithm repeats IDs.",
  still: ({ lead }) => `No tick comes, so flakekit goes ahead of the clock: its last ID by ${duration(lead)}.`,
};

/** The row of a maker. `rate` is the number of IDs per second that the format can hold, while the clock is right. */
function figures(maker: Maker, { progress }: Lane, rate: number | undefined): TemplateResult {
  const { made, repeats, making, error } = progress;
  const perSecond = made && (made / making) * 1000;
  return html`<tr id=${maker}>
    <th scope="row">${MAKERS[maker]}${error && maker === "plain" ? html`<small>${error}</small>` : nothing}</th>
    <td class="number repeats ${repeats ? "bad" : "good"}">${number(repeats)}</td>
    <td class="number made-count">${number(made)}</td>
    <td class="number">${number(Math.round(perSecond))}</td>
    ${rate === undefined ? nothing : html`<td class="number">${number((100 * perSecond) / rate)} %</td>`}
  </tr>`;
}
