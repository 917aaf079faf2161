// The IDs of one computer: in the pages of Electron, and in browser extensions.

import { twitter, withOptions } from "flakekit/no-wasm";
import { lazyLease } from "flakekit/lease/no-wasm";
import { tabs } from "flakekit/lease/tabs";

const format = withOptions(twitter, { epoch: "2024-01-01" });
// `durable` promises that nothing deletes the database. So the first lease does not wait.
const ids = lazyLease(format, () => ({ store: tabs({ durable: true }) }));

/** The text of the next ID. */
export const nextId = async () => format.toText(await ids.nextAsync());
