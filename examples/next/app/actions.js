"use server";

import { revalidatePath } from "next/cache";
import { addOrder } from "../orders.js";

export async function order(form) {
  await addOrder(String(form.get("item")));
  revalidatePath("/");
}
