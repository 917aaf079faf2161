// Kysely: the insert makes the IDs.

import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { ids } from "./ids.mjs";

// 20 is the number of the type BIGINT.
const types = { getTypeParser: (type, format) => (type === 20 ? BigInt : pg.types.getTypeParser(type, format)) };

export const connect = (connectionString) =>
  new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString, types }) }) });

export const create = (db) =>
  db.schema
    .createTable("orders")
    .addColumn("id", "bigint", (column) => column.primaryKey())
    .addColumn("item", "text", (column) => column.notNull())
    .execute();

export const insert = (db, rows) =>
  db
    .insertInto("orders")
    .values(rows.map((row) => ({ id: ids.next(), ...row })))
    .execute();
