// Drizzle: IDs as defaults, and the rows of a span of time.

import { and, asc, gte, lt } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { format } from "./format.mjs";
import { ids } from "./ids.mjs";

export const orders = pgTable("orders", {
  id: bigint("id", { mode: "bigint" })
    .primaryKey()
    .$defaultFn(() => ids.next()),
  item: text("item").notNull(),
});

export const insert = (db, rows) => db.insert(orders).values(rows);

export function between(db, from, to) {
  const { min, end } = format.range(from, to, { halfOpen: true });
  return db
    .select()
    .from(orders)
    .where(and(gte(orders.id, min), lt(orders.id, end)))
    .orderBy(asc(orders.id));
}
