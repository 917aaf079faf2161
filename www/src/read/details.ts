// The sections below the answer: the bits, the fields, the texts, the time and the code of an ID.

import { type TemplateResult, html, nothing } from "lit-html";
import { withBitInverted } from "../bits.ts";
import { codeBlock } from "../parts/code.ts";
import { ruler } from "../parts/ruler.ts";
import { codeOf } from "./code.ts";
import type { Damage } from "./damage.ts";
import { enterBits } from "./edit.ts";
import { fieldList, fieldTable } from "./field-table.ts";
import type { Reading } from "./readings.ts";
import { sqlOf } from "./sql.ts";
import { textsOf } from "./texts.ts";
import { timesOf } from "./times.ts";

export function details(
  chosen: Reading,
  damage: Damage | undefined,
  text: string,
  params: URLSearchParams,
): TemplateResult {
  const { date, format } = chosen;
  const drawn = chosen.drawn?.();
  const invert = (at: number) => drawn && enterBits(drawn, format, withBitInverted(drawn, at));
  return html`${drawn ? ruler(drawn, { lost: damage?.bits ?? 0, invert }) : nothing}
    <div class="columns">
      ${drawn ? fieldTable(drawn, chosen, damage) : fieldList(chosen.fields)}
      ${drawn && !damage ? textsOf(drawn) : nothing} ${date ? timesOf(date) : nothing}
      <section>
        <h3>In code</h3>
        ${codeBlock("Code", codeOf(chosen, text, params))}
      </section>
      ${damage ? nothing : sqlOf(chosen, params)}
    </div>`;
}
