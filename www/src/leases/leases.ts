// The view "Leases": workers that lease seats of a store in the page, live.

import { type TemplateResult, html, nothing } from "lit-html";
import { codeBlock } from "../parts/code.ts";
import { valueOf } from "../parts/fields.ts";
import { type State, redraw, setParams, state } from "../state.ts";
import { clockTime, counted, number } from "../when.ts";
import type { View } from "../view.ts";
import { MOST_WORKERS, addWorker, closeLab, forget, kill, openLab, pause, setRate } from "./lab.ts";
import { type Lab, type Member, grantOf, now } from "./model.ts";
import { recordEnds } from "./record.ts";
import { WINDOW_MS } from "./terms.ts";
import { hueOf, timeline } from "./timeline.ts";
import "../style/leases.css";

const RATES = [20, 50, 200];

/** The time between two drawings if the user wants little motion, in ms. */
const CALM_MS = 1000;

export const leasesView: View = { title: () => "leases", draw, enter, leave };

const rateOf = (params: URLSearchParams): number =>
  RATES.find((rate) => String(rate) === params.get("rate")) ?? (RATES[1] as number);

function enter(): void {
  state.lab = openLab(rateOf(state.params));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let drawn = now();
  const { lab } = state;
  // Browsers call this only while the page is seen.
  const frame = () => {
    if (state.lab !== lab) return;
    if (!calm.matches || now() - drawn >= CALM_MS) {
      drawn = now();
      redraw();
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function leave(): void {
  if (state.lab) closeLab(state.lab);
  state.lab = undefined;
}

const CODE = `import { snowflakeSI, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const format = withOptions(snowflakeSI, { epoch: "2026-01-01" });
// For several hosts: redis(client), postgres(client) or http(url)
const ids = await lease(format, { store: file("./ids"), window: ${WINDOW_MS} });
ids.next();`;

function draw({ lab }: State): TemplateResult {
  if (!lab) return html``;
  recordEnds(lab);
  return html`<h1>Lease seats</h1>
    <p>
      A worker makes an ID only while the store grants it a seat and a window of ${WINDOW_MS / 1000} s. The ID contains
      its seat and its time, so no other worker makes it. Pause or kill a worker, or let the store forget everything.
    </p>
    <dl class="figures">
      ${figure("made", "IDs", lab.made)} ${figure("repeats", "repeats", lab.repeats, true)}
      ${figure("outside", "IDs without a lease", lab.outside, true)}
    </dl>
    ${timeline(lab)}
    <ul class="members">
      ${lab.members.map((member) => row(lab, member))}
    </ul>
    ${controls(lab)}
    <section>
      <h2>What happened</h2>
      <ol class="log">
        ${lab.lines.map(({ at, text }) => html`<li><time>${clockTime(at)}</time> ${text}</li>`)}
      </ol>
    </section>
    <section>
      <h2>In code</h2>
      ${codeBlock("Code", CODE)}
    </section>`;
}

const figure = (id: string, name: string, count: number, isBad = false): TemplateResult =>
  html`<div class=${isBad ? (count ? "bad" : "good") : ""}>
    <dt>${name}</dt>
    <dd id=${id}>${number(count)}</dd>
  </div>`;

/** A button, whose action is drawn at once. */
const button = (label: string, act: () => void, name?: string, isOff = false): TemplateResult =>
  html`<button
    type="button"
    aria-label=${name ?? nothing}
    ?disabled=${isOff}
    @click=${() => {
      act();
      redraw();
    }}
  >
    ${label}
  </button>`;

function row(lab: Lab, member: Member): TemplateResult {
  const name = `worker ${member.number}`;
  const [first, second] = [member.blockedBy === undefined ? "Pause" : "Go on", member.thread ? "Kill" : "Restart"];
  return html`<li style=${hueOf(member.number)}>
    <b>${name}</b>
    <span class="state">${stateOf(lab, member)}</span>
    <span class="quiet">${counted(member.made)}</span>
    <span class="pair">
      ${button(first, () => pause(lab, member), `${first}: ${name}`, !member.thread)}
      ${button(second, () => kill(lab, member), `${second}: ${name}`)}
    </span>
  </li>`;
}

function stateOf(lab: Lab, member: Member): string {
  const grant = grantOf(lab, member);
  const holds = grant && `has seat ${grant.seat} until ${clockTime(grant.until)}`;
  if (!member.thread) return holds ? `killed, ${holds}` : "killed";
  if (member.blockedBy !== undefined) return holds ? `paused, ${holds}` : "paused, its window has ended";
  if (holds) return holds;
  return now() < lab.grace.until ? `waits until ${clockTime(lab.grace.until)}` : "waits for a seat";
}

function controls(lab: Lab): TemplateResult {
  return html`<div class="controls">
    ${button("The store forgets everything", () => forget(lab))}
    ${button("Add a worker", () => addWorker(lab), undefined, lab.members.length >= MOST_WORKERS)}
    <label class="checkbox"
      >IDs per second of each
      <select
        @change=${(event: Event) => {
          setRate(lab, Number(valueOf(event)));
          setParams({ rate: valueOf(event) });
        }}
      >
        ${RATES.map((rate) => html`<option value=${rate} ?selected=${rate === lab.rate}>${rate}</option>`)}
      </select></label
    >
  </div>`;
}
