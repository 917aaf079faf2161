// Parts of several views: the inputs for format, epoch and numbers, and error messages.

import { type TemplateResult, html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { builtIn, usesEpochParam } from "../formats/catalogue.ts";
import { CUSTOM, EPOCH } from "../formats/custom.ts";
import { titleOf } from "../names.ts";
import { setParams } from "../state.ts";

/** Returns the value of the input that fired an event. */
export const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

/**
 * The choice of a format, kept in the parameters as `format`.
 *
 * @param withCustom - whether the custom format is offered; by default only if it is chosen already
 * @param others - the names of further choices
 */
export function formatChoice(
  chosen: string,
  withCustom = chosen === CUSTOM,
  others: readonly string[] = [],
): TemplateResult {
  const names = builtIn.map(({ name }) => name);
  return html`<fieldset class="chips">
    <legend>Format</legend>
    ${[...names, ...others, ...(withCustom ? [CUSTOM] : [])].map(
      (name) =>
        html`<label
          ><input
            type="radio"
            name="format"
            .checked=${live(name === chosen)}
            @change=${() => setParams({ format: name })}
          /><span>${titleOf(name)}</span></label
        >`,
    )}
  </fieldset>`;
}

/**
 * The epoch of a format that leaves it to the application, kept in the parameters as `epoch`.
 *
 * @param otherwise - the epoch that the input shows if none is given
 */
export function epochField(
  format: string,
  params: URLSearchParams,
  otherwise = EPOCH,
): TemplateResult | typeof nothing {
  if (!usesEpochParam(format)) return nothing;
  const value = params.get("epoch") ?? otherwise;
  const set = (event: Event) => setParams({ epoch: valueOf(event) || (otherwise === "" ? null : "") });
  return html`<label class="field"
    >epoch <input class="date" .value=${live(value)} @input=${set} />
    <small>when your IDs start counting (UTC)</small></label
  >`;
}

/** A whole number from 0 to `max`, kept in the parameters under its name. The default is 1. */
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

export const errorMessage = (error: string | undefined): TemplateResult | typeof nothing =>
  error ? html`<p class="error" role="alert">${error}</p>` : nothing;
