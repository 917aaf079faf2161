// TypeORM: a subscriber makes the IDs.

import { EntitySchema, EventSubscriber } from "typeorm";
import { ids } from "./ids.mjs";

const transformer = { from: (id) => id && BigInt(id), to: (id) => id };

export const Order = new EntitySchema({
  name: "orders",
  columns: { id: { type: "bigint", primary: true, transformer }, item: { type: "text" } },
});

export class MakeIds {
  beforeInsert({ entity, metadata }) {
    if (metadata.name === "orders") entity.id ??= ids.next();
  }
}
EventSubscriber()(MakeIds); // in TypeScript: @EventSubscriber() before the class

// new DataSource({ …, entities: [Order], subscribers: [MakeIds] })

export const insert = (repository, rows) => repository.insert(rows);
