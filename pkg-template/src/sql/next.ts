// `nextSql`: IDs that a database makes.

import type * as api from "../../types/sql-next.js";
import { invalid } from "../values/index.js";
import { requiredFormat } from "../ids/index.js";
import { readNext } from "./next-options.js";
import { scriptOf } from "./next-script.js";

export const nextSql: typeof api.nextSql = (givenFormat, dialect, ...[options]) => {
  const format = requiredFormat(givenFormat);
  if (dialect !== "postgres") throw invalid("INVALID_OPTION", "dialect", dialect, "'postgres'");
  return scriptOf(readNext(format, options));
};
