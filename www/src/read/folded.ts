// The parts below an answer, which are folded on phones.

import { type TemplateResult, html, nothing } from "lit-html";
import { fold } from "../parts/fold.ts";
import type { Damage } from "./damage.ts";
import type * as Parts from "./parts.ts";
import type { Reading } from "./readings.ts";

/** @param more - draws a part, once the parts are loaded */
export function folded(
  chosen: Reading,
  damage: Damage | undefined,
  text: string,
  params: URLSearchParams,
  more: (draw: (parts: typeof Parts) => TemplateResult) => TemplateResult,
): TemplateResult {
  const hasFields = chosen.drawn !== undefined || Object.keys(chosen.fields).length > 0;
  const hasForms = chosen.date !== null || (chosen.drawn !== undefined && !damage);
  return html`${hasFields ? fold("Bits and fields", () => more(({ bits }) => bits(chosen, damage))) : nothing}
  ${hasForms ? fold("Other forms", () => more(({ forms }) => forms(chosen, damage, text))) : nothing}
  ${fold("Code", () => more(({ code }) => code(chosen, damage, text, params)))}`;
}
