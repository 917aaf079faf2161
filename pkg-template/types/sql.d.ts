/**
 * SQL for IDs that a database holds: their times, fields and texts, as expressions, generated columns, indexes, partitions and functions.
 *
 * ```js
 * import { discord } from "flakekit";
 * import { sql } from "flakekit/sql";
 *
 * const { time } = sql(discord, "postgres", { column: "id" });
 * const query = `SELECT id, ${time} AS made FROM messages ORDER BY id`;
 * ```
 *
 * @packageDocumentation
 */

import type { AnyFormatWithEpoch } from "./index.js";

export * from "./sql-hidden.js";
export * from "./sql-next.js";

/** The dialects of {@link sql}. `mysql` is the dialect of MariaDB too. */
export type SqlDialect = "postgres" | "mysql" | "sqlite" | "clickhouse" | "duckdb";

/** Options of {@link sql}. */
export interface SqlOptions {
  /** The table, with or without a schema: `"app.messages"`. It is quoted, so upper and lower case differ. Default: `ids`. */
  readonly table?: string | undefined;
  /** The column of IDs, with or without the name of a table: `"m.id"`. It is quoted. Default: `id`. */
  readonly column?: string | undefined;
  /**
   * The beginning of the names of the functions in `script`: small letters, digits and `_`, with or without a schema:
   * `"app.discord"`. Default: the name of the format.
   */
  readonly names?: string | undefined;
  /**
   * The expression of the instant of `first` and `partition`, such as a parameter. It is put into the SQL as it is:
   * never give a text of a user. Default: the present.
   */
  readonly at?: string | undefined;
  /**
   * How the column holds IDs.
   * - `signed`: as signed integers of 64 bits, which hold IDs below 2^63
   * - `unsigned`: as integers that hold all IDs of 64 bits: PostgreSQL's `NUMERIC(20)`, or the unsigned type of MySQL, ClickHouse and
   *   DuckDB. SQLite has none
   * - `text`: as texts, as the format's `toText` writes them. IDs that are texts, such as those of sno, are always
   *   stored as texts
   *
   * Default for formats of 64 bits: `signed` in PostgreSQL and SQLite, `unsigned` in the other dialects. Default for
   * narrower integers: `signed`.
   */
  readonly stored?: "signed" | "unsigned" | "text" | undefined;
}

/**
 * The SQL of a format. Expressions work in every place of a statement, and are NULL where the column is NULL. For
 * values that are no IDs of the format, `time`, `fields` and `toText` are NULL or have no meaning: `check` keeps such
 * values out of the table.
 */
export interface Sql {
  /** The type of the column of IDs. */
  readonly type: string;
  /**
   * The expression of the time of an ID: `TIMESTAMPTZ` in PostgreSQL; a date and time in UTC in MySQL, ClickHouse and DuckDB; in SQLite an
   * ISO text with ms. NULL where the dialect has no such time: in MySQL and SQLite from the year 10000 on. ClickHouse's times end
   * in 2299.
   */
  readonly time: string;
  /** The expressions of the numbers of the fields and their parts, by their names. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The expression of the smallest ID of the tick of the instant `at`, as `firstAt` of the format gives it. It is ID 0
   * before the epoch, and NULL after the last tick.
   */
  readonly first: string;
  /** The expression of an ID's text as the format's `toText` writes it; `null` for `bwmarrin64`, which SQL does not write. */
  readonly toText: string | null;
  /**
   * The expression of the ID of a column of texts, as the format's `fromText` reads it. It is NULL where `fromText`
   * refuses the text, and where the type of IDs cannot hold the ID. `null` for `bwmarrin64`.
   */
  readonly fromText: string | null;
  /** A column that is computed: the time, for `CREATE TABLE` and `ALTER TABLE … ADD COLUMN` (DuckDB: `CREATE TABLE` only). */
  readonly column: string;
  /**
   * The statement that makes an index on the time; in MySQL, on the column of `column`. If IDs begin with their time,
   * use `first` instead.
   */
  readonly index: string;
  /**
   * The statement that makes the table's partition of the month of `at`, in UTC, if it does not exist (PostgreSQL, and MySQL with
   * integers); in ClickHouse, the clause of `CREATE TABLE`. `null` in other dialects, and if IDs do not begin with their time.
   */
  readonly partition: string | null;
  /** A constraint of the table, which refuses values that are no IDs of the format. */
  readonly check: string;
  /**
   * The statements that make functions of these expressions: `discord_time(id)`, `discord_worker_id(id)`,
   * `discord_first(at)`, … They change nothing if they run again. SQLite has no functions, so in SQLite the script
   * makes a view of the table, `<table>_decoded`, with the time and the fields.
   */
  readonly script: string;
}

/**
 * SQL for the IDs of a format in a database. It needs no extension, and changes nothing by itself.
 *
 * @throws FlakeError `INVALID_OPTION` if the dialect is unknown or an option is wrong; `EPOCH_REQUIRED`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { sql } from "flakekit/sql";
 *
 * const { time, fields } = sql(discord, "postgres", { column: "id" });
 * const query = `SELECT ${time} AS made, ${fields["workerId"]} AS worker FROM messages`;
 * ```
 */
export function sql(format: AnyFormatWithEpoch, dialect: SqlDialect, options?: SqlOptions): Sql;
