// Why `nextSql` has no dialect of MariaDB: the statements of docs/databases.md about it.

import assert from "node:assert/strict";
import { test } from "node:test";
import mysql from "mysql2/promise";
import { startMariaDb } from "./lib/mariadb.mjs";

test("in MariaDB, nothing that a column's DEFAULT or a trigger may call can set a sequence to the clock", async (context) => {
  const client = await mysql.createConnection(await startMariaDb(context));
  context.after(() => client.end());
  await client.query("CREATE SEQUENCE state");
  await client.query("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
  // The number must be written out.
  await client.query("SELECT SETVAL(state, 5)");
  await assert.rejects(client.query("SELECT SETVAL(state, 5 + 1)"), { code: "ER_PARSE_ERROR" });
  // A statement that is made of the clock's reading is refused in functions and triggers.
  const call = "EXECUTE IMMEDIATE CONCAT('SELECT SETVAL(state, ', UNIX_TIMESTAMP(), ')')";
  await assert.rejects(client.query(`CREATE FUNCTION next_id() RETURNS BIGINT BEGIN ${call}; RETURN 1; END`), {
    code: "ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG",
  });
  await assert.rejects(client.query(`CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW ${call}`), {
    code: "ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG",
  });
  // Functions of users are not allowed in DEFAULT either.
  await client.query("CREATE FUNCTION one() RETURNS BIGINT RETURN 1");
  await assert.rejects(client.query("CREATE TABLE t (id BIGINT DEFAULT (one()))"), {
    message: /cannot be used in the DEFAULT clause/,
  });
});
