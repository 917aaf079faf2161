// Drizzle: the columns of other databases.

import { bigint } from "drizzle-orm/mysql-core";
import { customType as postgresType } from "drizzle-orm/pg-core";
import { customType as sqliteType } from "drizzle-orm/sqlite-core";

// PostgreSQL, with texts instead of bigints: give it $defaultFn(() => ids.nextText()).
export const bigintText = postgresType({ dataType: () => "bigint" });

// MariaDB and MySQL: the pool needs supportBigNumbers and bigNumberStrings.
export const unsignedBigint = (name) => bigint(name, { mode: "bigint", unsigned: true });

// SQLite: new Database(file).defaultSafeIntegers() of better-sqlite3.
export const sqliteBigint = sqliteType({ dataType: () => "integer" });
