// What the view "Layout" shows.

import type { Samples } from "./samples.ts";
import type { Answer } from "./solve.ts";

/** Samples of which only every `step`th is looked at. */
export interface Thinned extends Samples {
  step: number;
}

export interface Found {
  /** The pasted text. It stays in memory: the address, the title and the history get no part of it. */
  text: string;
  /** The result for `text`. Until `text` has been read, it is the result for the text before. */
  result: { samples: Thinned; answer: Answer } | undefined;
}

declare module "../state.ts" {
  interface State {
    /** The result of the view "Layout". */
    found?: Found | undefined;
  }
}
