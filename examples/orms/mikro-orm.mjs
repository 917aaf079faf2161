// MikroORM: IDs as defaults.

import { defineEntity, p } from "@mikro-orm/core";
import { ids } from "./ids.mjs";

export const Order = defineEntity({
  name: "Order",
  tableName: "orders",
  properties: {
    id: p
      .bigint("bigint")
      .primary()
      .autoincrement(false)
      .onCreate(() => ids.next()),
    item: p.text(),
  },
});

export const insert = (em, rows) => {
  for (const row of rows) em.create(Order, row);
  return em.flush();
};
