// The editor of a layout of one's own: widths are typed, or dragged where two fields meet.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { adjust } from "../address.ts";
import { HUES, KINDS, WIDTHS, type Widths, widthsOf } from "../formats.ts";
import { valueOf } from "../parts/fields.ts";

const set = (widths: Widths): void => adjust({ layout: WIDTHS.map((name) => widths[name]).join(".") });

export function layoutEditor(params: URLSearchParams): TemplateResult {
  const widths = widthsOf(params.get("layout"));
  const shown = WIDTHS.filter((name) => widths[name] > 0);
  return html`<section class="editor" aria-label="Layout">
    <div class="handles">
      ${shown.map((name, n) => {
        const next = shown[n + 1];
        return html`<span style="--hue: ${HUES[KINDS[name]]}; flex: ${widths[name]}"
            ><b>${name}</b> ${widths[name]}</span
          >
          ${next ? border(name, next, widths) : ""}`;
      })}
    </div>
    <div class="row">
      ${WIDTHS.map((name) => width(name, widths))}
      <label class="field"
        >ms per tick
        <input
          type="number"
          min="1"
          .value=${live(params.get("unit") ?? "1")}
          @input=${(event: Event) => adjust({ unit: valueOf(event) })}
        />
        <small>the unit of time</small></label
      >
    </div>
  </section>`;
}

function width(name: keyof Widths, widths: Widths): TemplateResult {
  const typed = (event: Event) => set({ ...widths, [name]: Number(valueOf(event)) });
  return html`<label class="field"
    >${name} bits
    <input type="number" min="0" max="53" .value=${live(String(widths[name]))} @input=${typed} />
  </label>`;
}

/** Where two fields meet: moved by dragging it or with the arrow keys, it gives bits of one to the other. */
function border(left: keyof Widths, right: keyof Widths, widths: Widths): TemplateResult {
  const both = widths[left] + widths[right];
  const move = (to: number) => {
    const bits = Math.max(1, Math.min(both - 1, to));
    set({ ...widths, [left]: bits, [right]: both - bits });
  };
  const drag = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement;
    const all = (handle.parentElement as HTMLElement).clientWidth;
    const total = WIDTHS.reduce((sum, name) => sum + widths[name], 0);
    const start = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = ({ clientX }) => move(widths[left] + Math.round(((clientX - start) * total) / all));
    handle.onlostpointercapture = () => (handle.onpointermove = null);
  };
  const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -4, PageUp: 4 };
  const press = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(widths[left] + by);
  };
  return html`<span
    class="handle"
    role="slider"
    tabindex="0"
    aria-label="bits of ${left}, the rest for ${right}"
    aria-valuemin="1"
    aria-valuemax=${both - 1}
    aria-valuenow=${widths[left]}
    @pointerdown=${drag}
    @keydown=${press}
  ></span>`;
}
