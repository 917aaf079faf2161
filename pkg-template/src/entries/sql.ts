// The entry `flakekit/sql`. It contains no core.

export { hiddenSql, nextSql, sql } from "../sql/index.js";
