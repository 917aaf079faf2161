// IDs per ms as the run goes on, and how many of them the format holds.

import { type TemplateResult, html, svg } from "lit-html";
import { number } from "../when.ts";

const WIDTH = 100;
const HEIGHT = 30;

/** @param rates - IDs per ms, one after the other @param holds - what the format holds per ms */
export function chart(rates: number[], holds: number): TemplateResult {
  const top = Math.max(holds * 1.25, ...rates);
  const y = (rate: number) => HEIGHT - (HEIGHT * rate) / top;
  const points = rates.map((rate, n) => `${(WIDTH * n) / Math.max(1, rates.length - 1)},${y(rate)}`);
  return html`<figure class="timeline chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="IDs per ms over time">
      ${svg`<polygon points="0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}"></polygon>
        <line x1="0" x2=${WIDTH} y1=${y(holds)} y2=${y(holds)}></line>`}
    </svg>
    <figcaption><span>IDs per ms of making</span><span>┄ the format holds ${number(holds)} per ms</span></figcaption>
  </figure>`;
}
