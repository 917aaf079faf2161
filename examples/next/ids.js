import { lazyLease } from "flakekit/lease";
import { format } from "./format.js";
import { setUp, store } from "./store.js";

async function open() {
  await setUp();
  return { store };
}

/** Makes the IDs of this process. `next build` evaluates this module too: only the first use takes a seat. */
export const ids = lazyLease(format, open, { name: "orders", nodes: [0, 511] });

/** The text of the next ID. */
export const nextId = async () => format.toText(await ids.nextAsync());
