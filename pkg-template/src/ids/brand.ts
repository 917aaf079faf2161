// The keys by which functions recognise formats and generators.

/**
 * The key of the method by which a format adds itself to those that functions accept. It is the same in all versions, so
 * that a format of another version is named in the error.
 */
export const BRAND_KEY = Symbol.for("flakekit format");

/** The same for generators. */
export const GENERATOR_KEY = Symbol.for("flakekit generator");

/** The same for formats with a prefix. */
export const PREFIXED_KEY = Symbol.for("flakekit prefixed");
