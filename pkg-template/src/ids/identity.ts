// What decides which IDs a generator can make: the numbers of its nodes, and the layout of its format.

import { defineValue, type Options, readProperties } from "../values/index.js";
import type { Format } from "./format.js";
import { numberAt, words } from "./value.js";

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
  const { _fields, _per } = _descriptor;
  const fields = _fields.filter(([kind]) => kind !== "part");
  const per = _per === undefined ? "" : ` per:${_per}`;
  return `${fields.map(([kind, , bits]) => `${kind}:${bits} `).join("")}unit:${unit}${per} epoch:${epoch}`;
}

/** The node fields and their parts, by name, of a value that the core has written. */
export function nodesIn({ _fields }: Format, written: Uint32Array): Readonly<Record<string, number>> {
  for (let i = 0; i < 3; i++) words[i] = written[i] as number;
  const nodes: Record<string, number> = {};
  for (const field of _fields) {
    if (field._kind === "node" || field._kind === "part") defineValue(nodes, field._name, numberAt(field));
  }
  return Object.freeze(nodes);
}
