// Loads the reader of lists. Its module judges columns, too, so it is larger than the module of the reader of single IDs.

import module from "flakekit/inspect.wasm?url";
import { loadWith } from "../inspection/inspector.ts";

let loading: Promise<void> | undefined;

export const loadListInspector = (): Promise<void> => (loading ??= loadWith(load));

async function load(): Promise<typeof import("flakekit/inspect")> {
  const [reader, response] = await Promise.all([import("flakekit/inspect/manual"), fetch(module)]);
  reader.loadInspector(await response.arrayBuffer());
  return reader;
}
