// The fields of the layout that was found, with the evidence for each field.

import type { AnyFormat } from "flakekit";
import { type TemplateResult, html } from "lit-html";
import { type Finding, type Layout, notesOf } from "../../../pkg-template/src/layout/index.ts";
import { leavesOf, namesOf } from "../formats/leaves.ts";
import { colour } from "../parts/ruler.ts";

export function fieldTable(finding: Finding, layout: Layout<AnyFormat>): TemplateResult {
  const notes = notesOf(finding, layout);
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
        ${leavesOf(layout.format).map(
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
