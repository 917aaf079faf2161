// A chart of the IDs per ms during a run, with the format's capacity as a line.

import { type TemplateResult, html, svg } from "lit-html";
import { number } from "../when.ts";

const WIDTH = 100;
const HEIGHT = 30;

/**
 * Draws the chart.
 *
 * @param rates - IDs per ms of each report, in order
 * @param capacity - IDs per ms that the format can hold; undefined if the clock is wrong, so that they have no meaning
 */
export function chart(rates: number[], capacity: number | undefined): TemplateResult {
  const top = Math.max((capacity ?? 0) * 1.25, ...rates);
  const y = (rate: number) => HEIGHT - (HEIGHT * rate) / top;
  const points = rates.map((rate, n) => `${(WIDTH * n) / Math.max(1, rates.length - 1)},${y(rate)}`);
  return html`<figure class="timeline chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="IDs per ms over time">
      ${svg`<polygon points="0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}"></polygon>
        <line x1="0" x2=${WIDTH} y1=${y(capacity ?? 0)} y2=${y(capacity ?? 0)}></line>`}
    </svg>
    <figcaption>
      <span>IDs per ms</span><span>${capacity === undefined ? "" : `┄ capacity: ${number(capacity)} per ms`}</span>
    </figcaption>
  </figure>`;
}
