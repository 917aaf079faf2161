// The keys by which functions recognise formats and generators.

/**
 * The key of the method by which a format adds itself to those that functions accept. All versions have one key, so that
 * the error can name a format of another version.
 */
export const BRAND_KEY = Symbol.for("flakekit format");

/** The key of the method by which a generator adds itself. */
export const GENERATOR_KEY = Symbol.for("flakekit generator");

/** The key of the method by which a format with a prefix adds itself. */
export const PREFIXED_KEY = Symbol.for("flakekit prefixed");

/** The key of the method by which hidden IDs add themselves. */
export const HIDDEN_KEY = Symbol.for("flakekit hidden");
