// The editor of a custom layout: the user types widths or drags the boundary between two fields.

import { type TemplateResult, html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { KINDS, WIDTHS, type Widths, totalOf, widthsOf } from "../formats/custom.ts";
import { HUES } from "../formats/leaves.ts";
import { valueOf } from "../parts/fields.ts";
import { setParams } from "../state.ts";

const set = (widths: Widths): void => setParams({ layout: WIDTHS.map((name) => widths[name]).join(".") });

export function layoutEditor(params: URLSearchParams): TemplateResult {
  const widths = widthsOf(params.get("layout"));
  const shown = WIDTHS.filter((name) => widths[name] > 0);
  return html`<section class="editor" aria-label="Layout">
    <div class="handles">
      ${shown.map((name, n) => {
        const next = shown[n + 1];
        return html`<span style="--hue: ${HUES[KINDS[name]]}; flex: ${widths[name]}"
            >${widths[name]} <b>${name}</b></span
          >
          ${next ? boundary(name, next, widths) : ""}`;
      })}
    </div>
    <div class="row">
      ${WIDTHS.map((name) => widthField(name, widths))}
      <label class="field"
        >tick length
        <input
          type="number"
          min="1"
          .value=${live(params.get("unit") ?? "1")}
          @input=${(event: Event) => setParams({ unit: valueOf(event) })}
        />
        <small>in ms</small></label
      >
    </div>
  </section>`;
}

function widthField(name: keyof Widths, widths: Widths): TemplateResult {
  const typed = (event: Event) => set({ ...widths, [name]: Number(valueOf(event)) });
  return html`<label class="field"
    >${name} bits
    <input
      type="number"
      style="--hue: ${HUES[KINDS[name]]}"
      min="0"
      max="53"
      .value=${live(String(widths[name]))}
      @input=${typed}
    />
  </label>`;
}

/** The boundary between two fields. Dragging it or pressing an arrow key moves bits from one field to the other. */
function boundary(left: keyof Widths, right: keyof Widths, widths: Widths): TemplateResult {
  const both = widths[left] + widths[right];
  const move = (to: number) => {
    const bits = Math.max(1, Math.min(both - 1, to));
    set({ ...widths, [left]: bits, [right]: both - bits });
  };
  const drag = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement;
    const all = (handle.parentElement as HTMLElement).clientWidth;
    const total = totalOf(widths);
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
    aria-label="bits of ${left}; ${right} gets the others"
    aria-valuemin="1"
    aria-valuemax=${both - 1}
    aria-valuenow=${widths[left]}
    @pointerdown=${drag}
    @keydown=${press}
  ></span>`;
}
