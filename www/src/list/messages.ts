// The messages between the page and the worker that holds a list.

import type { Verdict } from "../../../pkg-template/src/tables/index.ts";
import type { Histogram } from "./histogram.ts";

/** The message of the page, which starts the reading. All further messages go through the port. */
export interface ListRequest {
  source: string | Blob;
  /** The parameters of the address: format, epoch, layout. */
  params: string;
  /** The position of the column with the IDs, if the user has chosen one. */
  column: number | undefined;
  query: Query;
  port: MessagePort;
}

/** Which rows of a list are shown. */
export interface Filter {
  /** The kind of the IDs; `""` for texts that are no IDs. */
  kind: string | undefined;
  /** A text that the row contains, in lower case; "" for all rows. */
  text: string;
  /** The first time in Unix ms, and the time at which the times end; undefined for all rows, also for rows without a time. */
  times: readonly [number, number] | undefined;
}

/** What the page asks of a list. */
export interface Query extends Filter {
  /** Whether the IDs that occur more than once are shown, each in one row. */
  isOfRepeats: boolean;
  /** The position of the column by which the rows are sorted. */
  order: { column: number | undefined; descending: boolean };
  /** The first row that is drawn. */
  first: number;
}

export const ALL: Query = {
  kind: undefined,
  text: "",
  times: undefined,
  isOfRepeats: false,
  order: { column: undefined, descending: false },
  first: 0,
};

/** How a list is saved. */
export type Form = "CSV" | "JSON" | "JSON lines" | "table" | "Markdown";

/** The further messages of the page: a query, a wish to save the rows that a query shows, or the end of the reading. */
export type Wish = { query: Query } | { form: Form; query: Query } | "stop";

/** The messages of the worker: an answer, with the share of the input that has been read, 0 to 1; a file; or the reason why the reading failed. */
export type Report = Progress | { saved: Blob } | { error: string };

export interface Progress {
  answer: Answer;
  progress: number;
  /** Whether the list is still read. */
  isReading: boolean;
  /** Whether lines of the file were no UTF-8 and were read as windows-1252. */
  isRecoded: boolean;
}

/** What is true of a list as a whole. */
export interface Summary {
  /** How many texts are IDs, how many are none, and how many of these are cells without a value. */
  ids: number;
  errors: number;
  empty: number;
  /** The kind of the IDs, or of most of them; "" if no kind is known. */
  format: string;
  /** The names of the possible kinds, most likely first. */
  formats: readonly string[];
  /** Whether the IDs are of several kinds. */
  isMixed: boolean;
  /** How many IDs each kind has, the most frequent first. */
  kinds: readonly (readonly [kind: string, count: number])[];
  /** The names of the input's own columns, the column whose IDs are read, and all columns with IDs. */
  columns: readonly string[];
  idColumn: number;
  idColumns: readonly number[];
  /** What the IDs have lost with their last digits, in words; undefined if they have not. */
  damage: string | undefined;
  /** The first IDs. */
  sample: readonly string[];
}

/** What the page shows of a list. */
export interface Answer {
  summary: Summary;
  /** How many IDs the filter lets through. */
  ids: number;
  columns: readonly { name: string; width: number; isNumber: boolean }[];
  /** How many rows are shown, the first that is drawn, and the rows that are drawn. */
  count: number;
  first: number;
  rows: readonly Drawn[];
  /** How often the IDs were made over time, within the filter. */
  times: Histogram | undefined;
  /** The first time, and the end of the times, without the filter of times. */
  span: readonly [number, number] | undefined;
  /** The facts about the IDs that the filter lets through; undefined until they are known. */
  facts: Facts | undefined;
  /** How many of the repeated IDs that are shown have each verdict. */
  verdicts: readonly (readonly [Verdict, number])[];
}

export interface Drawn {
  id: string;
  /** The address of the ID. */
  link: string | undefined;
  /** Why the text is no ID. */
  error: string | undefined;
  /** The texts of the further columns. */
  cells: readonly string[];
}

export interface Facts {
  /** How many rows have IDs, how many of the IDs are different, and how many occur twice, three times, and so on. */
  rows: number;
  different: number;
  repeats: readonly (readonly [times: number, count: number])[];
  /** Further facts, in sentences. */
  lines: readonly string[];
}
