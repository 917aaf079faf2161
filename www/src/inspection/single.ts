// The reader of single IDs: of the package's two modules of inspection, bundles contain only the smaller one.

export { foreignFormats, inspect, scan } from "flakekit/inspect";
