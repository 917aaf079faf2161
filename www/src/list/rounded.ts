// Whether an ID of a list looks rounded.

import { looksDamaged } from "../../../pkg-template/src/tables/index.ts";

/** Doubles have at most so many digits before the zeros at their end. */
const DIGITS_OF_DOUBLE = 17;

/**
 * Whether an ID looks rounded. Most long IDs do not end with 0: to look at their end takes a tenth of the time. An ID whose low bits are
 * 0, as those of an unused sequence are, is a double as it is.
 */
export const isRounded = (id: string): boolean =>
  (id.length <= DIGITS_OF_DOUBLE || id.endsWith("0")) && looksDamaged(id) && String(BigInt(Number(id))) !== id;
