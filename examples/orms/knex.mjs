// Knex: the insert makes the IDs.

import knex from "knex";
import pg from "pg";
import { ids } from "./ids.mjs";

// 20 is the number of the type BIGINT.
const types = { getTypeParser: (type, format) => (type === 20 ? BigInt : pg.types.getTypeParser(type, format)) };

export const connect = (connectionString) => knex({ client: "pg", connection: { connectionString, types } });

export const create = (db) =>
  db.schema.createTable("orders", (table) => {
    table.bigint("id").primary();
    table.text("item").notNullable();
  });

export const insert = (db, rows) => db("orders").insert(rows.map((row) => ({ id: ids.next(), ...row })));
