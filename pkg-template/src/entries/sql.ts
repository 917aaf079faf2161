// The entry `flakekit/sql`. It contains no core.

export { sql } from "../sql/index.js";
