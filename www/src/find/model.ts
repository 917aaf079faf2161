// What the view "Layout" shows.

import type { Answer, Chosen, Samples, Table } from "../../../pkg-template/src/layout/index.ts";

/** What was read of a text or a file, and the layout that was found. */
export type Result = { error: string } | { table: Table; chosen: Required<Chosen>; samples: Samples; answer: Answer };

export interface Found {
  /** The pasted text, or the file. It stays in memory: the address, the title and the history get no part of it. */
  source: string | File;
  /** The result for `source`. Until `source` has been read, it is the result for the source before. */
  result: Result | undefined;
}

declare module "../state.ts" {
  interface State {
    /** The result of the view "Layout". */
    found?: Found | undefined;
  }
}
