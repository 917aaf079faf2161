// Mongoose: IDs as defaults.

import { model, Schema } from "mongoose";
import { format } from "./format.mjs";
import { ids } from "./ids.mjs";

const schema = new Schema({
  _id: { type: BigInt, default: () => ids.next(), transform: format.toText },
  item: { type: String, required: true },
});

export const Order = model("Order", schema);
