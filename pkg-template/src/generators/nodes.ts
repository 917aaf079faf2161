// The node of a generator: the numbers of its fields.

import { defineValue } from "../values/index.js";
import { type Format, numberAt, words } from "../ids/index.js";

/** The node fields and their parts, by name, of a value that the core has written. */
export function nodesIn({ _fields }: Format, written: Uint32Array): Readonly<Record<string, number>> {
  for (let i = 0; i < 3; i++) words[i] = written[i] as number;
  const nodes: Record<string, number> = {};
  for (const field of _fields) {
    if (field._kind === "node" || field._kind === "part") defineValue(nodes, field._name, numberAt(field));
  }
  return Object.freeze(nodes);
}
