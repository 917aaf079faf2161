// What formats have whose IDs are numbers.

import { highPart, Word, words } from "./value.js";

/** The value as a number. */
export const valueAsNumber = (): number => highPart() * Word.values + (words[0] as number);
