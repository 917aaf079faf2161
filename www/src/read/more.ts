// Parts that are loaded after the reader: those that are folded below an answer, and what the page says of other texts. Where the
// folded parts are open, they are loaded with the reader.

import { type TemplateResult, html } from "lit-html";
import { isWide } from "../parts/fold.ts";
import { notLoaded } from "../parts/not-loaded.ts";
import { redraw } from "../state.ts";

type Details = typeof import("./details.ts");

let details: Details | undefined;
let loading: Promise<void> | undefined;
/** The error if the parts could not be loaded. */
let failure: unknown;

/** Whether an answer can be drawn so that nothing moves afterwards. */
export const isMoreReady = (): boolean => details !== undefined || failure !== undefined || !isWide();

/** Loads the parts. The promise is never rejected: a part says why it is missing. */
export const loadMore = (): Promise<void> =>
  (loading ??= import("./details.ts").then(
    (loaded) => {
      details = loaded;
    },
    (error: unknown) => {
      failure = error;
    },
  ));

/** Draws a part, once it is loaded. */
export function more(draw: (details: Details) => TemplateResult): TemplateResult {
  if (failure !== undefined) return notLoaded(failure);
  if (details) return draw(details);
  void loadMore().then(redraw);
  return html`<p class="quiet">Loading …</p>`;
}
