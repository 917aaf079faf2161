// The IDs of a server that Vite builds.

import { lazyLease } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { format } from "./format.ts";

export const ids = lazyLease(format, () => ({ store: file(process.env.LEASES ?? "leases") }), { name: "orders" });

/** The text of the next ID. */
export const nextId = async () => format.toText(await ids.nextAsync());
