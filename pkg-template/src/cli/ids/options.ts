// The options of commands that read IDs of unknown kinds.

import { type InspectOptions, inspect } from "flakekit/inspect";
import { FOREIGN_NAMES, type Given, instant, plain, requiredFormat } from "../words/index.js";

/** Throws if they are wrong, before any input is read. */
export function inspectOptions(values: Given["values"]): InspectOptions {
  const options = values.epoch === undefined ? {} : { epoch: instant(values.epoch) };
  inspect("0", options);
  return options;
}

/** The candidates that a name of a format selects. */
export function onlyFormat(name: string): { name: string; accepts: (format: string) => boolean } {
  const foreign = FOREIGN_NAMES.find((known) => plain(known) === plain(name));
  if (foreign === undefined) {
    const format = requiredFormat(name);
    return { name: format.name, accepts: (candidate) => candidate === format.name };
  }
  return { name: foreign, accepts: (candidate) => candidate === foreign || candidate.startsWith(`${foreign} `) };
}
