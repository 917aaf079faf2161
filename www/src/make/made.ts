// What the last click on a button "Make" gave.

import type { AnyId } from "flakekit";

export interface Made {
  /** The format and the parameters to which the result belongs. */
  input: string;
  /** The reason why no IDs could be made. */
  error?: string | undefined;
  ids?: { texts: string[]; last: AnyId } | undefined;
}

declare module "../state.ts" {
  interface State {
    /** What the last click on a button "Make" gave. */
    made?: Made | undefined;
  }
}
