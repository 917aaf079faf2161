// Marks that stand for what the script of `nextSql` finds out.

/** Marks of names: as they are, and between quotes as texts. */
export const HOME = "@home@";
export const FUNCTION = "@function@";
export const STATE = "@state@";
export const LEASES = "@leases@";
/** The marks of names, in the order of the names. */
export const FOUND = [HOME, FUNCTION, STATE, LEASES];

/** The mark of a number. */
export const START = "@start@";
