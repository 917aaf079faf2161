// The members of each view of the page.

import type { TemplateResult } from "lit-html";
import type { State } from "./state.ts";

export interface View {
  /** The part of the document's title before the page's name. */
  title: (state: State) => string;
  draw: (state: State) => TemplateResult;
  /** Called when the user goes to this view. */
  enter?: () => void;
  /** Called when the user goes to another view. */
  leave?: () => void;
}
