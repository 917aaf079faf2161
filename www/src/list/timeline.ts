// A histogram of the times of a list of IDs.

import { type TemplateResult, html, svg } from "lit-html";
import { utc } from "../when.ts";
import type { Histogram } from "./list.ts";

export const BARS = 60;
const HEIGHT = 40;

export function timeline({ first, last, counts }: Histogram): TemplateResult {
  const most = Math.max(...counts);
  const [from, to] = [utc(new Date(first)), utc(new Date(last))];
  return html`<figure class="timeline">
    <svg viewBox="0 0 ${BARS} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Made from ${from} to ${to}">
      ${counts.map((count, n) => {
        // A span with at least one ID has a visible bar.
        const height = count && Math.max(1, (HEIGHT * count) / most);
        return svg`<rect x=${n + 0.1} width="0.8" y=${HEIGHT - height} height=${height}></rect>`;
      })}
    </svg>
    <figcaption><span>${from}</span><span>${to}</span></figcaption>
  </figure>`;
}
