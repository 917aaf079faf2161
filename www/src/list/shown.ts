// A list as the view "Read" shows it.

import type { Holder } from "./holder.ts";
import type { Answer, Progress, Query } from "./messages.ts";

/** A list as the page shows it. */
export interface Shown extends Omit<Progress, "answer"> {
  /**
   * The text or the file from which the list is read, the parameters of the format, and the column with the IDs, if one
   * was chosen.
   */
  source: string | File;
  params: string;
  column: number | undefined;
  /** What the page asks, and the last answer; undefined until the first part of the list has been read. */
  query: Query;
  answer: Answer | undefined;
  /** The reason why the list could not be read. */
  error: string | undefined;
  /** Who answers: the page if the list is short, and otherwise a worker. */
  holder: Holder | undefined;
  worker: Worker | undefined;
  port: MessagePort | undefined;
  /** Who wait for files of the worker. */
  waiting: ((saved: Blob) => void)[];
  /** How far the table is scrolled, in px. */
  scrolled: number;
}

declare module "../state.ts" {
  interface State {
    /** The list of the view "Read". */
    list?: Shown | undefined;
  }
}
