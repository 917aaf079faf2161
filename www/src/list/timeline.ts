// The time line of a list: how many IDs were made when. A span of it is selected, with a pointer or by two sliders, and fills it then.

import { type TemplateResult, html, nothing, svg } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { redraw } from "../state.ts";
import { counted, duration, utc } from "../when.ts";
import { BARS, type Histogram, startOf } from "./histogram.ts";

const HEIGHT = 40;

type Span = readonly [first: number, end: number];
type Select = (span: Span | undefined) => void;

/** The bar under the pointer, and the bar at which the pointer went down. */
let hovered: number | undefined;
let pressed: number | undefined;

/**
 * Draws a time line.
 *
 * @param span - the first time and the end of all times
 * @param isPart - whether only a part of this span is drawn
 * @param select - called with a new selection; undefined while the list is read
 */
export function timeline(times: Histogram, span: Span, isPart: boolean, select: Select | undefined): TemplateResult {
  const { first, end } = times;
  // If all IDs have one time, there are no spans.
  const choose = select && end - first > 1 ? select : undefined;
  const step = (span[1] - span[0]) / BARS;
  const narrow = (from: number, to: number) => select?.(from <= span[0] && to >= span[1] ? undefined : [from, to]);
  const dates = [dateOf(first), dateOf(end - 1)];
  return html`<figure class="timeline">
    ${bars(times, `Made from ${dates.join(" to ")}`, choose)}
    <p class="quiet">${readout(times)}</p>
    <figcaption>
      ${
        select && span[1] - span[0] > 1
          ? html`${slider("from", first, dates[0], span, (from) => narrow(from, Math.max(end, from + step)))}
              <button type="button" class="small" ?disabled=${!isPart} @click=${() => select(undefined)}>
                the whole time
              </button>
              ${slider("to", end, dates[1], span, (to) => narrow(Math.min(first, to - step), to))}`
          : dates.map((date) => html`<span>${date}</span>`)
      }
    </figcaption>
  </figure>`;
}

const dateOf = (ms: number): string => utc(new Date(Math.ceil(ms)));

/** The count and the time of the bars under the pointer, and otherwise of the highest bar. */
function readout(times: Histogram): string {
  const { counts, first, end } = times;
  const [from, to] = marked() ?? [];
  if (from === undefined || to === undefined) {
    return `At most ${counted(Math.max(...counts))} in ${duration((end - first) / BARS)}.`;
  }
  const count = counts.slice(from, to + 1).reduce((sum, one) => sum + one, 0);
  return `${counted(count)} from ${dateOf(startOf(times, from))} to ${dateOf(startOf(times, to + 1) - 1)}`;
}

/** The first and the last bar that the pointer marks. */
function marked(): readonly [number, number] | undefined {
  if (hovered === undefined) return undefined;
  const from = pressed ?? hovered;
  return [Math.min(from, hovered), Math.max(from, hovered)];
}

function slider(
  name: string,
  value: number,
  date: string | undefined,
  [min, max]: Span,
  change: (value: number) => void,
): TemplateResult {
  return html`<label class="edge"
    ><span>${date}</span
    ><input
      type="range"
      aria-label=${`made ${name}`}
      aria-valuetext=${date}
      min=${min}
      max=${max}
      step=${(max - min) / BARS}
      .value=${live(String(value))}
      @input=${({ target }: Event) => change(Number((target as HTMLInputElement).value))}
  /></label>`;
}

function bars(times: Histogram, label: string, select: Select | undefined): TemplateResult {
  const { counts } = times;
  const most = Math.max(...counts);
  const [from, to] = (pressed !== undefined && marked()) || [0, BARS - 1];
  const point = (bar: number | undefined) => {
    if (bar === hovered) return;
    hovered = bar;
    redraw();
  };
  const down = (event: PointerEvent) => {
    pressed = hovered = barAt(event);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const up = () => {
    const span = marked();
    const isClick = pressed === hovered;
    pressed = undefined;
    // A click without a movement selects nothing.
    if (span && !isClick) select?.([startOf(times, span[0]), startOf(times, span[1] + 1)]);
    else redraw();
  };
  const leave = () => {
    pressed = undefined;
    point(undefined);
  };
  return html`<svg
    viewBox="0 0 ${BARS} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
    class=${select ? "selectable" : nothing}
    @pointerdown=${select ? down : nothing}
    @pointermove=${(event: PointerEvent) => point(barAt(event))}
    @pointerup=${select ? up : nothing}
    @pointercancel=${leave}
    @pointerleave=${leave}
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
