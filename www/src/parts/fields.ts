// Inputs that several views use: format, epoch and numbers. Also error messages.

import { FlakeError } from "flakekit";
import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { setParams } from "../address.ts";
import { CUSTOM, EPOCH, builtIn, usesEpochParam } from "../formats.ts";

/** Returns the value of the input that fired an event. */
export const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

/**
 * The choice of a format, kept in the address as `format`.
 *
 * @param withCustom - whether the custom format is offered; by default only if it is chosen already
 */
export function formatChoice(chosen: string, withCustom = chosen === CUSTOM): TemplateResult {
  const names = builtIn.map(({ name }) => name);
  return html`<fieldset class="chips">
    <legend>Format</legend>
    ${[...names, ...(withCustom ? [CUSTOM] : [])].map(
      (name) =>
        html`<label
          ><input
            type="radio"
            name="format"
            .checked=${live(name === chosen)}
            @change=${() => setParams({ format: name })}
          /><span>${name}</span></label
        >`,
    )}
  </fieldset>`;
}

/** The epoch of a format that leaves it to the application, kept in the address as `epoch`. */
export function epochField(format: string, params: URLSearchParams): TemplateResult | typeof nothing {
  if (!usesEpochParam(format)) return nothing;
  const value = params.get("epoch") ?? EPOCH;
  return html`<label class="field"
    >epoch <input class="date" .value=${live(value)} @input=${(event: Event) => setParams({ epoch: valueOf(event) })} />
    <small>ISO date of tick 0</small></label
  >`;
}

/** A whole number from 0 to `max`, kept in the address under its name. The default is 1. */
export function numberField(name: string, max: number, params: URLSearchParams): TemplateResult {
  return html`<label class="field"
    >${name}
    <input
      type="number"
      min="0"
      max=${max}
      .value=${live(params.get(name) ?? "1")}
      @input=${(event: Event) => setParams({ [name]: valueOf(event) })}
    />
    <small>0 to ${max}</small></label
  >`;
}

/** Returns the result of `work`, or the message if it throws a `FlakeError`. Other errors pass through. */
export function attempt<T>(work: () => T): { result: T; error?: never } | { error: string; result?: never } {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof FlakeError) return { error: error.message };
    throw error;
  }
}

export const errorMessage = (error: string | undefined): TemplateResult | typeof nothing =>
  error ? html`<p class="error" role="alert">${error}</p>` : nothing;
