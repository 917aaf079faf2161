// What decides which IDs a generator can make, as options and as a text.

import { type Options, readProperties } from "../values/index.js";
import type { Format } from "./format.js";

/** The names by which the node fields of a format and their parts are given. */
export const nodeNames = ({ _extras, _fields }: Format): string[] => [
  ..._fields.filter(({ _kind }) => _kind === "node" || _kind === "part").map(({ _name }) => _name),
  ...(_extras._otherNames ?? []),
];

/** The numbers of the node fields and their parts in an options object. The numbers of other fields are absent. */
export const readNodes = (format: Format, options: Options): (number | undefined)[] =>
  format._readFields(readProperties(options, nodeNames(format)));

/** A text that two formats have in common exactly if a snapshot of one fits the other. */
export function layoutOf({ _descriptor, epoch, unit }: Format): string {
  const fields = _descriptor._fields.filter(([kind]) => kind !== "part");
  return `${fields.map(([kind, , bits]) => `${kind}:${bits} `).join("")}unit:${unit} epoch:${epoch}`;
}
