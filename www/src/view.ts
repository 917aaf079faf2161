// What each view of the page is.

import type { TemplateResult } from "lit-html";
import type { State } from "./state.ts";

export interface View {
  /** What the document's title says before the page's name. */
  title: (state: State) => string;
  draw: (state: State) => TemplateResult;
  /** Called when the user goes to this view. */
  enter?: () => void;
  /** Called when the user goes to another view. */
  leave?: () => void;
}
