// Starts the WebAssembly module of inspection.

import { type Inspector, start } from "../../core/inspect.js";
import { type Loading, ownSource, type Source, startModule } from "../bridge/index.js";

const LOADING: Loading = {
  _entry: "flakekit/inspect/manual",
  _loader: "loadInspector",
  _file: "flakekit/inspect.wasm",
  _noWasm: undefined,
};

let running: Inspector | undefined;

/** The module. The first call starts it. */
export function inspector(): Inspector {
  return (running ??= startModule(ownSource(LOADING), start, LOADING));
}

/** Starts the module, given compiled or as its bytes, unless it runs already. */
export function loadInspector(source: Source): void {
  running ??= startModule(source, start, LOADING);
}
