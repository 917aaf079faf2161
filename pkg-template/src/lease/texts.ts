// The texts that stores keep and answer.

/** What keys and records may contain. */
export const PRINTABLE = /^[ -~]*$/;

/** A generation of a store. */
export const GENERATION = /^[!-~]{1,1000}$/;
