// Which IDs a function makes: the numbers of the node fields, and the seats that leases have of the same numbers.

import { FlakeError, type Options } from "../values/index.js";
import { MAX_NODE } from "../generated/contract.js";
import { type Field, type Format, layoutOf, readNodes } from "../ids/index.js";

/** A node field or a part, its number, and whether leases are given it too, or number it. */
interface Place {
  readonly _field: Field;
  readonly _number: number;
  readonly _isGiven: boolean;
}

/** The node of a space whose leases are given some of the fields. */
export interface Node {
  /** The layout in the head record of the space. */
  readonly _layout: string;
  /** The number of the node. */
  readonly _node: bigint;
  /** The count of bits of all fields that leases number. */
  readonly _bits: number;
}

/** The numbers of all node fields, as a value. */
export function nodesValue(format: Format, options: Options): bigint {
  return numbersOf(format, options).reduce(
    (value, [{ _below }, number]) => value | (BigInt(number) << BigInt(_below)),
    0n,
  );
}

/**
 * The nodes of these IDs, in the spaces in which they can be: leases number the node fields, unless they are given some. The first
 * node is that of leases that are given no node field.
 */
export function nodesOf(format: Format, options: Options): Node[] {
  const ways = numbersOf(format, options).map(([field, number]) => waysOf(format, field, number));
  const all = ways.reduce<Place[][]>(
    (some, ways) => some.flatMap((places) => ways.map((way) => [...places, ...way])),
    [[]],
  );
  return all.map((places) => toNode(format, places));
}

/** The node fields and their numbers. */
function numbersOf(format: Format, options: Options): [field: Field, number: number][] {
  const given = readNodes(format, options);
  return format._fields.flatMap((field, i) =>
    field._kind === "node" ? [[field, format._numberOf(field, i, given, false)]] : [],
  );
}

/** The ways in which leases can have a field: as a whole or by its parts, each of which is given or not. */
function waysOf({ _fields }: Format, field: Field, number: number): Place[][] {
  const rest = _fields.slice(_fields.indexOf(field) + 1);
  const end = rest.findIndex(({ _kind }) => _kind !== "part");
  const parts = end < 0 ? rest : rest.slice(0, end);
  const whole: Place = { _field: field, _number: number, _isGiven: true };
  if (parts.length === 0) return [field._bits === 0 ? [] : [{ ...whole, _isGiven: false }], [whole]];
  const leaves = parts.filter(({ _bits }) => _bits > 0);
  const ways = leaves.reduce<Place[][]>(
    (some, leaf) => {
      const _number = Math.floor(number / 2 ** (leaf._below - field._below)) % 2 ** leaf._bits;
      return [false, true].flatMap((_isGiven) =>
        some.map((places) => [...places, { _field: leaf, _number, _isGiven }]),
      );
    },
    [[]],
  );
  return [...ways, [whole]];
}

function toNode(format: Format, places: readonly Place[]): Node {
  const free = places.filter(({ _isGiven }) => !_isGiven);
  const given = places.filter(({ _isGiven }) => _isGiven);
  const texts = given.map(({ _field, _number }) => `,bits:${_field._below}+${_field._bits}:${_number}`);
  const _layout = layoutOf(format).replaceAll(" ", ",") + texts.join("");
  const _node = free.reduce((node, { _field, _number }) => (node << BigInt(_field._bits)) + BigInt(_number), 0n);
  if (_node > MAX_NODE) {
    throw new FlakeError(
      "INVALID_OPTION",
      `leases have no node ${_node}: they number ${MAX_NODE + 1}; give smaller numbers, or leases: null`,
    );
  }
  return { _layout, _node, _bits: free.reduce((sum, { _field }) => sum + _field._bits, 0) };
}
