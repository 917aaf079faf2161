// The time line of a list: how many IDs were made when. A span of it can be selected, with a pointer or by two sliders.

import { type TemplateResult, html, nothing, svg } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { utc } from "../when.ts";
import { type Histogram, startOf } from "./histogram.ts";

export const BARS = 60;
const HEIGHT = 40;

/** The first and the last selected bar; undefined if all bars are selected. */
type Spans = readonly [number, number] | undefined;

/**
 * Draws a time line.
 *
 * @param select - called with a new selection; undefined while the list is read
 */
export function timeline(times: Histogram, spans: Spans, select: ((spans: Spans) => void) | undefined): TemplateResult {
  // If all IDs have one time, there are no spans.
  const choose = times.last > times.first ? select : undefined;
  const [from, to] = spans ?? [0, BARS - 1];
  const dates = [startOf(times, from), startOf(times, to + 1)].map((ms) => utc(new Date(ms)));
  return html`<figure class="timeline">
    ${bars(times, [from, to], `Made from ${dates.join(" to ")}`, choose)}
    <figcaption>
      ${
        choose
          ? html`${slider("from", from, dates[0], (value) => choose([value, Math.max(value, to)]))}
              <button type="button" class="small" ?disabled=${!spans} @click=${() => choose(undefined)}>
                the whole time
              </button>
              ${slider("to", to, dates[1], (value) => choose([Math.min(value, from), value]))}`
          : dates.map((date) => html`<span>${date}</span>`)
      }
    </figcaption>
  </figure>`;
}

function slider(
  name: string,
  value: number,
  date: string | undefined,
  change: (value: number) => void,
): TemplateResult {
  return html`<label class="edge"
    ><span>${date}</span
    ><input
      type="range"
      aria-label=${`made ${name}`}
      aria-valuetext=${date}
      min="0"
      max=${BARS - 1}
      .value=${live(String(value))}
      @input=${({ target }: Event) => change(Number((target as HTMLInputElement).value))}
  /></label>`;
}

/** The bar at which a pointer went down. */
let start: number | undefined;

function bars(
  { counts }: Histogram,
  [from, to]: readonly [number, number],
  label: string,
  select: ((spans: Spans) => void) | undefined,
): TemplateResult {
  const most = Math.max(...counts);
  const down = (event: PointerEvent) => {
    start = barAt(event);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const at = barAt(event);
    // A click without a movement selects nothing.
    if (start !== undefined && event.buttons > 0 && at !== start) select?.([Math.min(start, at), Math.max(start, at)]);
  };
  return html`<svg
    viewBox="0 0 ${BARS} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
    class=${select ? "selectable" : nothing}
    @pointerdown=${select ? down : nothing}
    @pointermove=${select ? move : nothing}
  >
    ${counts.map((count, n) => {
      // A span with at least one ID has a visible bar.
      const height = count && Math.max(1, (HEIGHT * count) / most);
      const isOut = n < from || n > to;
      return svg`<rect class=${isOut ? "out" : nothing} x=${n + 0.1} width="0.8" y=${HEIGHT - height} height=${height}></rect>`;
    })}
  </svg>`;
}

function barAt({ currentTarget, clientX }: PointerEvent): number {
  const { left, width } = (currentTarget as Element).getBoundingClientRect();
  return Math.max(0, Math.min(BARS - 1, Math.floor((BARS * (clientX - left)) / width)));
}
