// The names that messages need to explain how users load the module of leases themselves.

import type { Loading } from "../../bridge/index.js";

export const LOADING: Loading = {
  _entry: "flakekit/lease/manual",
  _loader: "loadLeases",
  _file: "flakekit/lease.wasm",
  _noWasm: "flakekit/lease/no-wasm",
};
