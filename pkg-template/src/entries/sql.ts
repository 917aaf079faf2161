// The entry `flakekit/sql`. It contains no core.

export { nextSql, sql } from "../sql/index.js";
