// The text of cells, and cells without a value.

/** Matches numbers that pandas has written: it gives columns with empty cells a fraction. */
const WITH_FRACTION = /^(\d+)\.0+$/;

/** The text of a cell that may be an ID, without the space around it, and without a fraction of zeros. */
export function plainCell(cell: string): string {
  const text = cell.trim();
  return text.includes(".") ? text.replace(WITH_FRACTION, "$1") : text;
}

/** Matches the words that programs write where there is no value: databases, pandas, languages. */
const NO_VALUE = /^(?:null|none|nil|nan|na|n\/a|<na>)$/i;

/** The length of the longest of these words. */
const LONGEST = 4;

/** What databases write where there is no value, in exports whose cells have no quotes. It is no text of any encoding. */
const NULL = "\\N";

/** Whether a word stands where there is no value, unless an encoding reads it. */
export const isNoValue = (text: string): boolean => NO_VALUE.test(text);

/**
 * Whether a cell has no value. A word such as `null` is a value if the encoding of the column reads it as a likely ID:
 * `null` is a number in base 36.
 */
export function isEmptyCell(cell: string, isId: (text: string) => boolean): boolean {
  const text = cell.trim();
  // This saves the time of matching all IDs.
  if (text.length > LONGEST) return false;
  return text === "" || text === NULL || (isNoValue(text) && !isId(text));
}
