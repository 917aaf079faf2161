// The options for the fields of formats.

import * as flakekit from "flakekit";
import type { FieldKind, FormatDescription } from "flakekit";
import { kebab, UsageError } from "./usage.js";

/** The names of the fields of a kind and of their parts. */
export function namesOf({ fields }: FormatDescription, kind: FieldKind): string[] {
  const wanted = fields.filter((field) => field.kind === kind);
  return wanted.flatMap((field) => [field.name, ...field.parts.map((part) => part.name)]);
}

/** The names of the fields and parts that a user can set. */
export function givenFields(format: FormatDescription): string[] {
  return [...namesOf(format, "node"), ...namesOf(format, "metadata")];
}

/** The options of all formats. Which format is wanted is known only after the arguments have been parsed. */
export const FIELD_OPTIONS = Object.fromEntries(
  flakekit.formats().flatMap((format) => givenFields(format).map((name) => [kebab(name), { type: "string" as const }])),
);

/** Refuses options of fields that a format does not have. */
export function refuseForeignFields(format: FormatDescription, values: Record<string, unknown>): void {
  const allowed = givenFields(format).map(kebab);
  const foreign = Object.keys(values).find((option) => option in FIELD_OPTIONS && !allowed.includes(option));
  if (foreign === undefined) return;
  const options = allowed.map((option) => `--${option}`).join(", ") || "no fields to give";
  throw new UsageError(`--${foreign} is no option of ${format.name}, which has ${options}`);
}
