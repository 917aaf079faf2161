// Sequelize: IDs as defaults.

import { DataTypes } from "sequelize";
import { ids } from "./ids.mjs";

export const define = (sequelize) =>
  sequelize.define(
    "order",
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, defaultValue: () => ids.nextText() },
      item: { type: DataTypes.TEXT, allowNull: false },
    },
    { timestamps: false },
  );

export const insert = (Order, rows) => Order.bulkCreate(rows);
