import type { GeneratorArgumentsOf, GeneratorOptions, MakingFormat } from "./index.js";

/** Options of {@link nextSql}, beside the node fields of the format, all of which must be given. */
export interface NextSqlOptions {
  /**
   * The beginning of the names of the function and of its sequence: small letters, digits and `_`, with or without a
   * schema, such as `"app.discord"` for `app.discord_next()` and `app.discord_next_state`. Default: the name of the
   * format, in the first schema of the `search_path`.
   */
  readonly names?: string | undefined;
  /**
   * The table of the store of leases, as it is given to `postgres()` of `flakekit/lease/postgres`. The script makes the
   * table if it is missing, and reserves the machine number in it, so that no lease gets this number. `null`: leases
   * have another store, or there are no leases. With `null`, nobody else may make IDs with these node fields. Default:
   * `flakekit_leases`.
   */
  readonly leases?: string | null | undefined;
  /** The space of the leases. IDs of two spaces may be the same. Default: the name of the format. */
  readonly space?: string | undefined;
  /**
   * The terms of the leases, as they are given to `lease()`. The terms matter if the space does not exist yet: leases
   * with other terms are then refused until the space is migrated.
   */
  readonly nodes?: readonly [first: number, last: number] | undefined;
  readonly shares?: number | undefined;
  readonly window?: number | undefined;
  readonly clockSkew?: number | undefined;
  /** The generation of the server, if the option `generation` is given to `postgres()` of the leases. */
  readonly generation?: string | undefined;
  /**
   * A role that may own the objects that the script finds, such as that of your migrations: its name, as it is, of 1 to
   * 63 characters. Default: only the role that runs the script, the owner of the database and superusers may own them.
   */
  readonly owner?: string | undefined;
  /**
   * The type that the function returns for formats of 64 bits: `signed` is `BIGINT`, which refuses IDs from 2^63 on;
   * `unsigned` is `NUMERIC`. Default: `signed`. For narrower formats the type is `BIGINT`, and for sno `TEXT`.
   */
  readonly stored?: "signed" | "unsigned" | "text" | undefined;
  /**
   * How far the time of an ID may be ahead of the server's clock, in ms, 0 to a day: after the clock was set back, or
   * when a tick has no number left. If the time would be further ahead, the function waits for up to a second, and then
   * raises an error. Default: 10 000.
   */
  readonly maxLead?: number | undefined;
}

/** The options of {@link nextSql} for a format. */
export type NextSqlOptionsOf<F extends MakingFormat> = Omit<
  NonNullable<GeneratorArgumentsOf<F>[0]>,
  keyof GeneratorOptions
> &
  NextSqlOptions;

/** The last arguments of {@link nextSql}: formats without node fields need no options. */
export type NextSqlArguments<F extends MakingFormat> =
  object extends NextSqlOptionsOf<F> ? [options?: NextSqlOptionsOf<F>] : [options: NextSqlOptionsOf<F>];

/**
 * A script of SQL that makes a function, which makes IDs in the database: `DEFAULT discord_next()`. No ID repeats, and
 * no ID is smaller than an ID that was made before it. This holds whatever transactions are rolled back, whichever
 * connections and servers end, and whatever the clock does. The script needs no extension, and changes nothing if it
 * runs again.
 *
 * The function has the rights of the user who ran the script, and every user may call it. Nobody else needs rights to
 * its sequence, because only the function may set the number of the sequence. The script needs `CREATE` on the schema
 * of its names, and `SELECT`, `INSERT` and `UPDATE` on the table of leases.
 *
 * The script raises an error, and changes nothing, if the schema, the sequence, the function, the table of leases or a function of its
 * triggers belongs to another role than the one that runs it, the owner of the database, a superuser, or the role of the option `owner`; or
 * if the table is not as `setup()` of the store makes it. It must run in a transaction that is `READ COMMITTED`, the default.
 *
 * **IDs may repeat** if the server loses writes that it had confirmed, and its clock was set back as well: a restored
 * dump, a copy of a server that goes on beside it, a promoted standby that had not got all writes, or a crash with
 * `synchronous_commit = off`.
 *
 * @throws FlakeError `INVALID_OPTION`; `INVALID_FIELD` if a node field is missing or out of range; `EPOCH_REQUIRED`; `INVALID_LAYOUT` if
 * IDs of the format are only read
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { nextSql } from "flakekit/sql";
 *
 * const script = nextSql(discord, "postgres", { workerId: 31, processId: 31 });
 * const table = "CREATE TABLE messages (id BIGINT PRIMARY KEY DEFAULT discord_next(), body TEXT)";
 * ```
 */
export function nextSql<F extends MakingFormat>(
  format: F,
  dialect: "postgres",
  ...options: NextSqlArguments<F>
): string;
