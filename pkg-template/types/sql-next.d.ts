import type { AnyFormatWithEpoch } from "./index.js";

/** Options of {@link nextSql}. The node fields of the format are options too, as those of a generator. */
export interface NextSqlOptions {
  readonly names?: string | undefined;
}

export function nextSql(
  format: AnyFormatWithEpoch,
  dialect: "postgres",
  options?: NextSqlOptions & Record<string, unknown>,
): string;
