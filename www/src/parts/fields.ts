// Inputs that every view has: which format, which epoch, a number.

import { FlakeError } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { adjust } from "../address.ts";
import { CUSTOM, EPOCH, asksEpoch, builtIn } from "../formats.ts";

/** The value of an input that has changed. */
export const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

/** Which format: a choice of one, kept in the address as `format`; with one's own, or only where that is chosen. */
export function formatChoice(chosen: string, own = chosen === CUSTOM): TemplateResult {
  const names = builtIn.map(({ name }) => name);
  return html`<fieldset class="chips">
    <legend>Format</legend>
    ${[...names, ...(own ? [CUSTOM] : [])].map(
      (name) =>
        html`<label
          ><input
            type="radio"
            name="format"
            .checked=${live(name === chosen)}
            @change=${() => adjust({ format: name })}
          /><span>${name === CUSTOM ? "your own" : name}</span></label
        >`,
    )}
  </fieldset>`;
}

/** The epoch of formats that have none, kept in the address as `epoch`. */
export function epochField(format: string, params: URLSearchParams): TemplateResult | typeof nothing {
  if (!asksEpoch(format)) return nothing;
  const value = params.get("epoch") ?? EPOCH;
  return html`<label class="field"
    >epoch <input class="date" .value=${live(value)} @input=${(event: Event) => adjust({ epoch: valueOf(event) })} />
    <small>an ISO date; yours alone</small></label
  >`;
}

/** A number from 0 on, kept in the address under its name; 1 until it is told. */
export function numberField(name: string, max: number, params: URLSearchParams): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      type="number"
      min="0"
      max=${max}
      .value=${live(params.get(name) ?? "1")}
      @input=${(event: Event) => adjust({ [name]: valueOf(event) })}
    />
    <small>0 to ${max}</small></label
  >`;
}

/** What work gives; or what is wrong with what was asked of it, as a sentence for the reader. */
export function attempt<T>(work: () => T): { done: T; wrong?: never } | { wrong: string; done?: never } {
  try {
    return { done: work() };
  } catch (error) {
    if (error instanceof FlakeError) return { wrong: error.message };
    throw error;
  }
}

/** Why something asked for could not be had. */
export const complaint = (wrong: string | undefined): TemplateResult | typeof nothing =>
  wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : nothing;
