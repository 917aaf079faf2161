// Parts of a view that are folded on phones. The content of a folded part is not made, which takes long.

import { type TemplateResult, html, noChange, nothing } from "lit-html";
import { isLater, redraw } from "../state.ts";

/** The parts that the user has opened or closed. They stay so for the next ID. */
const chosen = new Map<string, boolean>();

/** Wider than phones, as in the style sheets. */
const wide = matchMedia("(min-width: 48rem)");

/** Whether parts are open until the user closes them. */
export const isWide = (): boolean => wide.matches;

export function fold(title: string, content: () => TemplateResult): TemplateResult {
  const isOpen = chosen.get(title) ?? isWide();
  const toggled = ({ target }: Event) => {
    const { open } = target as HTMLDetailsElement;
    if (open === isOpen) return;
    chosen.set(title, open);
    redraw();
  };
  return html`<details class="fold" ?open=${isOpen} @toggle=${toggled}>
    <summary>${title}</summary>
    ${!isOpen ? nothing : isLater() ? noChange : content()}
  </details>`;
}
