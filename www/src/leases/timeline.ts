// The seats over time: a row for each seat, with a bar for the time for which a worker has it.

import { type TemplateResult, html, nothing, svg } from "lit-html";
import { FUTURE_MS, type Grant, type Lab, PAST_MS, now } from "./model.ts";
import { SEATS } from "./terms.ts";

const SHOWN_MS = PAST_MS + FUTURE_MS;
const SEAT_NUMBERS = Array.from({ length: SEATS }, (_, seat) => seat);

/** The hue of a worker. */
export const hueOf = (number: number): string => `--hue: ${(230 + number * 137) % 360}`;

export function timeline(lab: Lab): TemplateResult {
  const at = now();
  const isTaken = (number: number) => lab.grants.some(({ seat, until }) => seat === number && at < until);
  return html`<figure>
    <div class="seats">
      ${SEAT_NUMBERS.map(
        (seat) =>
          html`<div class=${isTaken(seat) ? "seat taken" : "seat"}>
            <span>seat ${seat}</span>
            <div class="track" aria-hidden="true">${strip(lab, seat, at)}</div>
          </div>`,
      )}
      <i class="now"></i>
    </div>
    <figcaption class="quiet">
      A bar is the time for which a worker has a seat. A long line ends each window, and short lines are IDs. In hatched
      time, nobody gets another seat. The line across all seats is now.
    </figcaption>
  </figure>`;
}

/**
 * The part of a row that moves. Bars keep their places in the strip, and the strip is moved by a transform, so browsers
 * need no new layout.
 */
function strip({ grants, grace }: Lab, seat: number, at: number): TemplateResult {
  const start = Math.floor(performance.timeOrigin);
  const left = at - PAST_MS;
  const place = (from: number, until: number) => `left: ${percent(from - start)}; width: ${percent(until - from)}`;
  return html`<div class="moving" style="transform: translateX(${percent(start - left)})">
    ${grace.until > left ? html`<i class="grace" style=${place(grace.from, grace.until)}></i>` : nothing}
    ${grants
      .filter((grant) => grant.seat === seat && grant.until > left)
      .map(
        (grant) =>
          html`<i class="grant" style="${hueOf(grant.member.number)}; ${place(grant.from, grant.until)}"
            >${marks(grant, left)}<b>${grant.member.number}</b></i
          >`,
      )}
  </div>`;
}

const percent = (ms: number): string => `${((100 * ms) / SHOWN_MS).toFixed(3)}%`;

/** The ends of earlier windows, and the times of IDs. */
function marks({ from, until, ends, times }: Grant, left: number): TemplateResult {
  const lines = (times: number[], top: number, bottom: number) =>
    times.filter((time) => time > left).map((time) => `M${Math.round(time - from)},${top}V${bottom}`);
  return html`<svg viewBox="0 0 ${Math.round(until - from)} 10" preserveAspectRatio="none">
    ${svg`<path d=${[...lines(ends, 0, 10), ...lines(times, 6, 9)].join("") || "M0,0"}></path>`}
  </svg>`;
}
