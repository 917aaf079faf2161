// The messages between the page and the worker that reads a list.

/** The message of the page, which starts the reading. */
export interface ListRequest {
  source: string | Blob;
  /** The parameters of the address: format, epoch, layout. */
  params: string;
  /** The position of the column with the IDs, if the user has chosen one. */
  column: number | undefined;
}

/** The values of a field. Values that `inspect` gives may be texts. */
export type FieldValues = unknown[] | Float64Array | Uint32Array;

/** The note of the reader on an ID: see `Found.warning`. */
export type Note = "counter" | "exponent" | "rounded";

/** What the IDs of a list have lost with their last digits. */
export interface Loss {
  /** The fields that are lost. */
  fields: readonly string[];
  /** How far the times can be off, in ms; undefined if the IDs have no times. */
  ms: number | undefined;
}

/** How many places of damaged IDs are named. */
export const PLACES = 3;

/** Some rows of a list in columns. */
export interface Part {
  /** The kind of the IDs, or of most of them; "" if no kind is known. */
  format: string;
  /** The names of the possible kinds, most likely first. */
  formats: string[];
  /** Whether the IDs are of several kinds. */
  isMixed: boolean;
  /** The names of the input's own columns; empty if it is not a table. */
  columns: readonly string[];
  /** The position of the column whose IDs are read, and the positions of all columns with IDs. */
  idColumn: number;
  idColumns: readonly number[];
  ids: string[];
  /** The positions of the IDs in the visible text; empty if each has a line or a row of its own. */
  starts: number[];
  /** The times of the IDs in Unix ms; NaN for an ID without a time. */
  timestamps: Float64Array;
  /**
   * The fields of the IDs besides the time, by name. For an ID without the field, the value is `undefined` or missing.
   */
  fields: Record<string, FieldValues>;
  /** The cells of the input's own columns. */
  cells: string[][];
  /** Why texts could not be read, by their positions in the part. */
  errors: Map<number, string>;
  /** How many of these texts are cells without a value. */
  empty: number;
  /** The positions of IDs whose surroundings call them secrets: the page makes no links of these IDs. */
  secrets: Set<number>;
  /** The kinds of the IDs that are of another kind than `format`. */
  kinds: Map<number, string>;
  notes: Map<number, Note>;
  /**
   * How many IDs have lost their last digits, as in spreadsheets, which round long numbers, or look rounded by chance.
   */
  damaged: number;
  /** Where the first of them are, such as `line 2`; empty if a line has many IDs. */
  places: string[];
  /** What the IDs have lost, if together they are those of which all have lost their last digits. */
  loss: Loss | undefined;
  /** The lengths of the longest texts. */
  lengths: { ids: number; fields: Record<string, number>; cells: number[] };
}

/**
 * The message of the worker: a part of the list, the share of the input that has been read, 0 to 1, and whether lines of
 * the file were no UTF-8 and were read as windows-1252; or the reason why the reading failed.
 */
export type Report = { part: Part; progress: number; isRecoded?: boolean } | { error: string };
