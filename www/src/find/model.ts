// What the view "Layout" shows.

import type { Samples } from "./samples.ts";
import type { Answer } from "./solve.ts";

/** Samples of which only every `step`th is looked at. */
export interface Thinned extends Samples {
  step: number;
}

export interface Found {
  /** The text that was pasted. It stays in memory: the address, the title and the history get nothing of it. */
  text: string;
  /** That of the text before, until this one has been read. */
  result: { samples: Thinned; answer: Answer } | undefined;
}

declare module "../state.ts" {
  interface State {
    /** What the view "Layout" finds. */
    found?: Found | undefined;
  }
}
