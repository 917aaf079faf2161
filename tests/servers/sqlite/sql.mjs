// Compares the SQL of SQLite, by the driver of Node 24, with the package. The argument is the count of IDs.

import { DatabaseSync } from "node:sqlite";
import { compareSql } from "../lib/sql.mjs";
import { checkStatements } from "../lib/sql-statements.mjs";
import { openSqlite } from "../lib/sql-databases.mjs";

const database = openSqlite(DatabaseSync);
await checkStatements(database);
console.log(await compareSql(database, Number(process.argv[2])));
