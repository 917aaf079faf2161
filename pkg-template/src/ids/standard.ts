// A format as a schema: Standard Schema and Standard JSON Schema, and the JSON Schema of texts in a style.

import type * as api from "../../types/index.js";
import { type FlakeError, invalid, readGuarded } from "../values/index.js";
import type { Pattern, Style, TextShape } from "./encodings.js";

/** A Standard Schema and a Standard JSON Schema of a format's texts, and of numbers if its IDs are numbers. */
export interface StandardSchema extends Omit<api.StandardSchema<number | string>, "jsonSchema"> {
  readonly jsonSchema: Readonly<Record<"input" | "output", (options: api.JsonSchemaOptions | undefined) => IdSchema>>;
}

export type TextSchema = api.TextSchema;

/** The JSON Schema of the IDs of any format. */
export type IdSchema = api.IdSchema<number | bigint>;

/** The targets of Standard JSON Schema. A schema of texts is written alike in each of them. */
const TARGETS: readonly unknown[] = ["draft-2020-12", "draft-07", "openapi-3.0"];

/** A schema whose valid values stay as they are. `refusal` makes the error for a value that is not valid. */
export function standardSchema(
  refusal: (value: unknown) => FlakeError | undefined,
  jsonSchema: () => IdSchema,
): StandardSchema {
  const input = (options: api.JsonSchemaOptions | undefined): IdSchema => {
    const target: unknown = readGuarded("INVALID_OPTION", "target", () => options?.target);
    if (TARGETS.includes(target)) return jsonSchema();
    throw invalid("INVALID_OPTION", "target", target, `one of ${TARGETS.join(", ")}`);
  };
  const validate = (value: unknown): ReturnType<StandardSchema["validate"]> => {
    const error = refusal(value);
    return error ? { issues: [{ message: error.message }] } : { value: value as string };
  };
  return Object.freeze({
    version: 1,
    vendor: "flakekit",
    validate,
    jsonSchema: Object.freeze({ input, output: input }),
  });
}

/** The JSON Schema of the texts of a style. */
export function textSchema(style: Style<TextShape>, pattern: Pattern | undefined = style._form?._pattern): TextSchema {
  const { _encoding, _max, _min } = style;
  // A range of one character is the character. A hyphen is escaped, because it could begin a range.
  const ranges = _encoding[2].replace("---_-_", "\\-_");
  const digit = `[${ranges}]`;
  // The first digit of a text without leading zeros. The range of the zero has other digits, too.
  const first = `[${String.fromCharCode(ranges.charCodeAt(0) + 1)}${ranges.slice(1)}]`;
  const written =
    pattern?.(style, digit, first) ??
    // Either all texts have the same width, or none has leading zeros.
    (_min < _max ? `(?:${ranges[0] as string}|${first}${digit}{0,${_max - 1}})` : `${digit}{${_max}}`);
  return { type: "string", pattern: `^${written}$` };
}
