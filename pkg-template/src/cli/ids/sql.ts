import { sql, type SqlDialect, type SqlOptions } from "flakekit/sql";
import { type Io, jsonOf, print } from "../io/index.js";
import { DIALECTS, type Given, requiredFormat, SQL_OPTIONS, UsageError, withEpoch } from "../words/index.js";

export async function printSql(io: Io, { values, rest }: Given): Promise<void> {
  const [dialect, name, ...more] = rest;
  if (dialect === undefined || name === undefined || more.length > 0) {
    throw new UsageError(
      `sql takes a dialect (${DIALECTS.join(", ")}) and a format, and was given ${rest.length} arguments`,
    );
  }
  const format = withEpoch(requiredFormat(name), values.epoch);
  const given = SQL_OPTIONS.map((option) => [option.name, values[option.name]]);
  const texts = sql(format, dialect as SqlDialect, Object.fromEntries(given) as SqlOptions);
  await print(io, values.json ? `${jsonOf(texts)}\n` : texts.script);
}
