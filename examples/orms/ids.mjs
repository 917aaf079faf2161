// The IDs of the recipes: a lease in PostgreSQL.

import { lease } from "flakekit/lease";
import { postgres } from "flakekit/lease/postgres";
import pg from "pg";
import { format } from "./format.mjs";

const store = postgres(new pg.Pool());
await store.setup(); // makes its table, if there is none
export const ids = await lease(format, { store });
