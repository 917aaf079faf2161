import type { AnyFormat } from "./index.js";

/** Options of {@link hiddenSql}. */
export interface HiddenSqlOptions {
  /**
   * The beginning of the names of the functions: small letters, digits and `_`, with or without a schema, such as
   * `"app.orders"` for `app.orders_hide()` and `app.orders_show()`. Default: the name of the format, in the first schema
   * of the `search_path`.
   */
  readonly names?: string | undefined;
  /**
   * The type of IDs of 64 bits: `signed` is `BIGINT`, which holds IDs below 2^63; `unsigned` is `NUMERIC`. Default:
   * `signed`. For narrower formats the type is `BIGINT`, and for sno `TEXT`.
   */
  readonly stored?: "signed" | "unsigned" | "text" | undefined;
  /** What the IDs are used for, as it is given to `hidden()`: at most 10 bytes of UTF-8. Default: the empty text. */
  readonly tweak?: string | undefined;
  /** Whether the texts have a check, as they have by default. */
  readonly check?: boolean | undefined;
  /** The letter of the key, `a` to `z`, with which the texts begin. Default: no letter. */
  readonly letter?: string | undefined;
  /**
   * A role that may own the objects that the script finds, such as that of your migrations: its name, as it is, of 1 to
   * 63 characters. Default: only the role that runs the script, the owner of the database and superusers may own them.
   */
  readonly owner?: string | undefined;
}

/**
 * A script of SQL that makes two functions in PostgreSQL 14 and newer, on the extension pgcrypto: `discord_hide(id, key)`
 * returns the text that hides an ID, and `discord_show(text, key)` the ID of such a text. The texts are those of
 * `hidden()` in base36, and of the Rust crate's `Hidden`. The key is a `BYTEA` of 16, 24 or 32 bytes.
 *
 * Both are `IMMUTABLE`, and NULL if an argument is NULL. They raise errors: `22023` for a key of another length, `22003`
 * for an ID that the format or the type does not have, `22P02` for a text that is no hidden ID of this key, tweak and
 * letter.
 *
 * **A key in a statement is seen by others**: in the log, in `pg_stat_activity` and in plans. Keep it in a table of the
 * server: see the guide on databases.
 *
 * The script raises an error, and changes nothing, if pgcrypto is missing, or if the schema, pgcrypto or a function of
 * this name belongs to another role than the one that runs it, the owner of the database, a superuser, or the role of
 * the option `owner`; or if there is a function of this name by other options, such as another tweak, because the texts
 * that it wrote would not be read any more. It changes nothing if it runs again.
 *
 * @throws FlakeError `INVALID_OPTION`
 *
 * @example
 * ```js
 * import { discord } from "flakekit";
 * import { hiddenSql } from "flakekit/sql";
 *
 * const script = hiddenSql(discord, "postgres", { tweak: "orders" });
 * const query = "SELECT discord_hide(id, $1) AS name FROM orders";
 * ```
 */
export function hiddenSql(format: AnyFormat, dialect: "postgres", options?: HiddenSqlOptions): string;
