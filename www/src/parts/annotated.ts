// A text as it was pasted, in which each ID is marked.

import { type TemplateResult, html } from "lit-html";

/** A part of the text that is marked. */
export interface Mark {
  start: number;
  end: number;
  /** The address that the mark links to; undefined for the ID that is shown. */
  link?: string;
  /** The text under the pointer: the kind and the time of the ID. */
  title: string;
}

/** Draws a text with marks, which do not overlap and are in order. */
export function annotated(text: string, marks: readonly Mark[]): TemplateResult {
  let at = 0;
  const parts = marks.map(({ start, end, link, title }) => {
    const before = text.slice(at, start);
    const marked = html`<mark title=${title}>${text.slice(start, end)}</mark>`;
    at = end;
    return html`${before}${link === undefined ? marked : html`<a href=${link}>${marked}</a>`}`;
  });
  // The span keeps the spaces of the text. Spaces around the span belong to this template.
  return html`<p class="annotated" role="group" aria-label="The text, with its IDs marked">
    <span>${parts}${text.slice(at)}</span>
  </p>`;
}
