// The fields of the layout that was found, with the evidence for each field.

import { type TemplateResult, html } from "lit-html";
import { type Leaf, leavesOf, namesOf } from "../formats/leaves.ts";
import { colour } from "../parts/ruler.ts";
import type { Low } from "./fields.ts";
import type { Layout } from "./layout.ts";
import type { Finding } from "./solve.ts";
import { evidence } from "./words.ts";

export function fieldTable(finding: Finding, { format, low }: Layout): TemplateResult {
  const leaves = leavesOf(format);
  const time = leaves.findIndex(({ kind }) => kind === "time");
  const isKnown = format.name === finding.known;
  const notes = leaves.map((leaf, n) => {
    if (n < time) return "the same in all IDs";
    return n === time ? timeNote(finding, leaf, isKnown) : evidence(low[n - time - 1] as Low, isKnown);
  });
  return html`<section>
    <h3>Fields</h3>
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">field</th>
          <th scope="col" class="number">bits</th>
          <th scope="col">in the samples</th>
        </tr>
      </thead>
      <tbody>
        ${leaves.map(
          (leaf, n) =>
            html`<tr data-field=${namesOf(leaf)} style=${colour(leaf)}>
              <th scope="row"><span class="name">${leaf.name}</span></th>
              <td class="number">${leaf.bits}</td>
              <td>${notes[n]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** The highest bits of a time are 0 until long after the epoch, so samples do not show how many bits the time has. */
function timeNote({ width, shift, epoch }: Finding, { bits }: Leaf, isKnown: boolean): string {
  const used = epoch.above === 0n ? width - shift : bits;
  if (used >= bits) return "all bits are used";
  return `${used} bits are used; the others are 0${isKnown ? "" : ", so its width is a guess"}`;
}
