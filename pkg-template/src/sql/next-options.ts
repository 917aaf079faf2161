// The options of `nextSql`.

import { FlakeError, optionalWithin, type Options, readOptions } from "../values/index.js";
import { DEFAULT_LEAD_MS, MAX_AGE_MS, MAX_DURATION_MS, TERM_NAMES } from "../generated/contract.js";
import { type Field, type Format, nodeNames, requireMaking } from "../ids/index.js";
import { optionalGeneration } from "../lease/stores/index.js";
import { optionalOwner, readTable } from "../lease/stores/postgres/statements/index.js";
import { readName, readSection, readSkew } from "../lease/terms/index.js";
import { type Node, nodesOf, nodesValue } from "./next-identity.js";
import { constant } from "./block.js";
import { readOwnNames, type Returned, returnedAs } from "./options.js";

/** The seats of leases that nobody gets from then on, and the terms with which a space begins that does not exist yet. */
export interface Reserved {
  /** The table of leases, with or without a schema. */
  readonly _table: string;
  readonly _nodes: readonly Node[];
  /** The section of a space without one: `first-last/shares/window`. */
  readonly _section: string;
  /** The shares and the window of a node that is in no section, in the same form. */
  readonly _terms: string;
  readonly _skew: number;
  readonly _age: number;
  readonly _generation: string | undefined;
}

/** The options, as they were read. */
export interface NextChoice {
  readonly _format: Format;
  /** The schema, if it is given. */
  readonly _schema: string | undefined;
  /** The beginning of the names. */
  readonly _name: string;
  /** The value with the node fields. */
  readonly _value: bigint;
  readonly _returned: Returned;
  readonly _maxLead: number;
  readonly _space: string;
  /** What the IDs are, as a text that two functions have in common exactly if they could make the same ID. */
  readonly _identity: string;
  readonly _reserved: Reserved | undefined;
  /** An expression of the name of a trusted role, or of NULL. */
  readonly _owner: string;
}

/** The end of the longest name, which is the name of the sequence. */
export const STATE_SUFFIX = "_next_state";

export function readNext(format: Format, given: unknown): NextChoice {
  requireMaking(format);
  if (format._descriptor._per !== undefined) {
    const remedy = "make its IDs by a generator, or define it with one field";
    throw new FlakeError(
      "INVALID_LAYOUT",
      `${format._called} has its time in two fields, and a function of SQL has one; ${remedy}`,
    );
  }
  const own = ["names", "leases", "stored", "maxLead", "generation", "owner"];
  const options = readOptions("nextSql()", given, [...nodeNames(format), ...TERM_NAMES, ...own]);
  const path = readOwnNames(options.names, format, STATE_SUFFIX);
  const nodes = nodesOf(format, options);
  const space = readName("space", options.space ?? format._descriptor._name);
  const value = nodesValue(format, options);
  const owner = optionalOwner(options.owner);
  return {
    _format: format,
    _schema: path.length > 1 ? path[0] : undefined,
    _name: path.at(-1) as string,
    _value: value,
    _returned: readReturned(format, options.stored, value),
    _maxLead: optionalWithin("maxLead", options.maxLead, MAX_DURATION_MS, DEFAULT_LEAD_MS),
    _space: space,
    // The last node is that of leases that are given all fields.
    _identity: `IDs of flakekit: ${(nodes.at(-1) as Node)._layout} in the space ${space}`,
    _reserved: readReserved(format, options, nodes),
    _owner: owner === undefined ? "NULL" : constant(owner),
  };
}

function readReturned(format: Format, given: unknown, value: bigint): Returned {
  const returned = returnedAs(format, given);
  if (returned !== "bigint" || !isAlwaysTooLarge(format, value)) return returned;
  throw new FlakeError(
    "INVALID_OPTION",
    `stored is 'signed', but IDs of ${format._called} can be 2^63 or more at any time; give stored: 'unsigned'`,
  );
}

/** Whether the highest bit of 64 is set by something else than a time that is late. */
function isAlwaysTooLarge(format: Format, value: bigint): boolean {
  if (format.bits < 64) return false;
  const isHighest = ({ _below, _bits }: Field): boolean => _below + _bits === 64;
  const numbered = format._fields.some((field) => isHighest(field) && ["sequence", "random"].includes(field._kind));
  return value >= 1n << 63n || numbered;
}

/** Reads the options about leases. */
function readReserved(format: Format, options: Options, nodes: readonly Node[]): Reserved | undefined {
  const table = options.leases === null ? undefined : readTable(options.leases, "leases");
  const bits = (nodes[0] as Node)._bits;
  const { _descriptor, _fields, unit } = format;
  const sequence = _fields.find(({ _kind }) => _kind === "sequence") as Field;
  const mostShares = Math.floor(2 ** sequence._bits / (_descriptor._leastNumbers ?? 1));
  const { first, last, shares, window } = readSection(unit, bits, mostShares, options);
  const reserved = {
    _nodes: nodes,
    _section: `${first}-${last}/${shares}/${window}`,
    _terms: `/${shares}/${window}`,
    _skew: readSkew(options),
    _age: Math.min(window, MAX_AGE_MS),
    _generation: optionalGeneration(options.generation),
  };
  return table === undefined ? undefined : { ...reserved, _table: table };
}
