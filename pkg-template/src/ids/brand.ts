// How functions recognise formats and generators.

/** The key of the method by which a format adds itself to those that functions accept. Copies of all versions have it. */
export const BRAND_KEY = Symbol.for("flakekit format");

/** The same for generators. */
export const GENERATOR_KEY = Symbol.for("flakekit generator");
