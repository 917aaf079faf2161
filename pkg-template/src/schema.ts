// What validators and API descriptions read of a format: Standard Schema and JSON Schema.

import type { Codec } from "./codec.js";
import { DEFAULT_STYLE } from "./encodings.js";
import { FlakeError } from "./errors.js";
import { patternOf } from "./texts.js";
import { invalid } from "./values.js";

/** The answer of a Standard Schema. */
type Validated = { readonly value: unknown } | { readonly issues: readonly { readonly message: string }[] };

export interface StandardSchema {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => Validated;
}

/** The Standard Schema of a format's texts, and of numbers if its IDs are numbers. It returns values as they are. */
export function standardSchema(codec: Codec): StandardSchema {
  const types = codec._description._public.native === "number" ? ["string", "number"] : ["string"];
  const validate = (value: unknown): Validated => {
    if (types.includes(typeof value) && codec._isValid(value, undefined)) return { value };
    return { issues: [{ message: reasonAgainst(codec, value, types) }] };
  };
  return Object.freeze({ version: 1, vendor: "flakekit", validate });
}

function reasonAgainst(codec: Codec, value: unknown, types: readonly string[]): string {
  try {
    if (types.includes(typeof value)) codec._reject(value, DEFAULT_STYLE);
    throw invalid("INVALID_ID", "the ID", value, types.length > 1 ? "a text or a number" : "a text");
  } catch (error) {
    if (error instanceof FlakeError) return error.message;
    throw error;
  }
}

/** The JSON Schema of a format's canonical texts. */
export function jsonSchema(codec: Codec): { type: "string"; pattern: string } {
  return { type: "string", pattern: patternOf(codec._description) };
}
