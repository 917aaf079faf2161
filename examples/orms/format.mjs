// The format of the recipes, and the JSON of a row.

import { twitter, withOptions } from "flakekit";

export const format = withOptions(twitter, { epoch: "2024-01-01" });

export const toJson = (order) => ({ ...order, id: format.toText(order.id) });
