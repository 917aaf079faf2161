// What is found in the text of a list.

/** What is read as an ID, and the row of the table that contains it. */
export interface Entry {
  id: string;
  cells?: string[];
  /** Why it contains no ID. */
  problem?: string;
}

export interface Entries {
  /** The names of the columns, if the text is a table, and the position of the column with the IDs. */
  columns?: string[];
  idColumn?: number;
  /** The entries that end in the next piece of the text. */
  read: (text: string) => Iterable<Entry>;
  /** The last entry, if nothing follows it. */
  end: () => Iterable<Entry>;
}
