// The messages between the page and the worker that reads a list.

/** What the page sends: it starts the reading. */
export interface ListRequest {
  source: string | Blob;
  /** The parameters of the address: format, epoch, layout. */
  params: string;
}

/** The values of a field. Those of `inspect` may be texts. */
export type FieldValues = unknown[] | Float64Array | Uint32Array;

/** Some rows of a list in columns. */
export interface Part {
  /** The name of the format in which the IDs are read. */
  format: string;
  /** The names of the possible formats, most likely first. */
  formats: string[];
  /** The names of the input's own columns; empty if it is not a table. */
  columns: string[];
  /** The position of the column with the IDs. */
  idColumn: number;
  ids: string[];
  /** The times of the IDs in Unix ms; NaN for a text that could not be read. */
  timestamps: Float64Array;
  /** The other fields of the IDs by name. A text that could not be read has none. */
  fields: Record<string, FieldValues>;
  /** The cells of the input's own columns. */
  cells: string[][];
  /** Why texts could not be read, by their positions in the part. */
  errors: Map<number, string>;
  /** How many IDs have lost their last digits, as spreadsheets round long numbers, or look so by chance. */
  damaged: number;
  /** The lengths of the longest texts. */
  lengths: { ids: number; fields: Record<string, number>; cells: number[] };
}

/** What the worker sends: a part of the list, and the share of the input that has been read, 0 to 1; or why it failed. */
export type Report = { part: Part; progress: number } | { error: string };
