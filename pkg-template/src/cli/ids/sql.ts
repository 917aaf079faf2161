import type { AnyFormatWithEpoch } from "flakekit";
import { nextSql, type NextSqlOptions, sql, type SqlDialect, type SqlOptions } from "flakekit/sql";
import { type Io, jsonOf, print } from "../io/index.js";
import {
  DIALECTS,
  fieldNumbers,
  fieldsOf,
  type Given,
  kebab,
  NEXT_SQL_OPTIONS,
  refuseForeignFields,
  requiredFormat,
  SQL_OPTIONS,
  termsOf,
  UsageError,
  wholeNumber,
  withEpoch,
} from "../words/index.js";

export async function printSql(io: Io, { values, rest }: Given): Promise<void> {
  const [dialect, name, ...more] = rest;
  if (dialect === undefined || name === undefined || more.length > 0) {
    throw new UsageError(
      `sql takes a dialect (${DIALECTS.join(", ")}) and a format, and was given ${rest.length} arguments`,
    );
  }
  const named = requiredFormat(name);
  refuseForeignFields(named, values);
  const format = withEpoch(named, values.epoch);
  const given = SQL_OPTIONS.filter(({ name }) => values[name] !== undefined).map(({ name }) => [name, values[name]]);
  const options = Object.fromEntries(given) as Record<string, unknown>;
  if (values.next === true) {
    if (values.json === true) throw new UsageError("--next prints one script; leave out --json");
    await print(io, scriptOf(format, dialect, values, options));
    return;
  }
  requireNext(format, values);
  const texts = sql(format, dialect as SqlDialect, options as SqlOptions);
  await print(io, values.json ? `${jsonOf(texts)}\n` : texts.script);
}

/** The script of the function that makes IDs. */
function scriptOf(
  format: AnyFormatWithEpoch,
  dialect: string,
  values: Given["values"],
  given: Record<string, unknown>,
): string {
  const nodes = fieldNumbers(fieldsOf(format, "node"), values);
  const options: Record<string, unknown> = { ...given, ...nodes, ...termsOf(values) };
  if (values.leases !== undefined) options.leases = values.leases;
  if (values.owner !== undefined) options.owner = values.owner;
  if (values["max-lead"] !== undefined) options.maxLead = wholeNumber("--max-lead", values["max-lead"]);
  return nextSql(format, dialect as "postgres", options as NextSqlOptions & object);
}

/** Refuses options that are for `--next` only. */
function requireNext(format: AnyFormatWithEpoch, values: Given["values"]): void {
  const fields = fieldsOf(format, "node").map(({ name }) => name);
  const nodes = fieldNumbers(fieldsOf(format, "node"), values);
  const option =
    NEXT_SQL_OPTIONS.find(({ name }) => values[name] !== undefined)?.name ?? fields.find((name) => name in nodes);
  if (option !== undefined)
    throw new UsageError(`--${kebab(option)} is for --next, the function that makes IDs; give it too`);
}
