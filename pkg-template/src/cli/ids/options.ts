// The options of commands that read IDs of unknown kinds.

import { type InspectOptions, inspect } from "flakekit/inspect";
import type { PrefixedFormat } from "flakekit";
import { FOREIGN_FORMATS } from "../../generated/contract.js";
import {
  FOREIGN_NAMES,
  type Given,
  instant,
  plain,
  prefixedTexts,
  requiredFormat,
  UsageError,
  withEpoch,
} from "../words/index.js";

/** The options of `inspect`. Throws if they are wrong, before any input is read. */
export function inspectOptions(values: Given["values"]): InspectOptions {
  const epoch = values.epoch === undefined ? {} : { epoch: instant(values.epoch) };
  const texts = prefixedByOptions(values);
  const options = { ...epoch, ...(texts === undefined ? {} : { formats: [texts] }) };
  inspect("0", options);
  return options;
}

/** The texts with a prefix that `--prefix`, `--format` and `--as` describe. */
export function prefixedByOptions(values: Given["values"]): PrefixedFormat | undefined {
  if (values.prefix === undefined) {
    if (values.as === undefined) return undefined;
    throw new UsageError("--as is for texts with a prefix; give --prefix, as in --prefix order");
  }
  if (values.format === undefined) {
    throw new UsageError(
      `--prefix needs the format of its IDs, as in --format discord --prefix ${String(values.prefix)}`,
    );
  }
  const format = requiredFormat(String(values.format));
  return prefixedTexts(values.epoch === undefined ? format : withEpoch(format, values.epoch), values);
}

/** The kinds of candidates that a name of a format selects. */
export function onlyFormat(name: string): { name: string; kinds: string[] } {
  const foreign = FOREIGN_NAMES.find((known) => plain(known) === plain(name));
  if (foreign === undefined) {
    const format = requiredFormat(name);
    return { name: format.name, kinds: [format.name] };
  }
  return { name: foreign, kinds: FOREIGN_FORMATS.filter((kind) => kind === foreign || kind.startsWith(`${foreign} `)) };
}
