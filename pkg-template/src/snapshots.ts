// Reads snapshots: the state of a generator as plain data, which the core has written.

import type { Field } from "./fields.js";
import type { Format } from "./format.js";
import { GENERAL_SNAPSHOT, SNO_SNAPSHOT } from "./generated/contract.js";
import { largestOf } from "./records.js";
import { invalid, optionalNumber, type Options, readOptions, readRange, requiredNumber } from "./values.js";

/** The content of a snapshot: the node fields, and the numbers in the core's order. */
export interface SavedState {
  readonly fields: Options;
  readonly numbers: readonly number[];
}

const CODE = "INVALID_SNAPSHOT";

/** An enum, because bundlers keep what is calculated when a module is loaded. */
const enum Largest {
  number = 9007199254740991,
}

/** The numbers of a general snapshot after its sequence range. */
const stateNames = (): string[] => GENERAL_SNAPSHOT.slice(2);

/** Reads a user's snapshot of a format. */
export const readSnapshot = (format: Format, given: unknown): SavedState =>
  format._descriptor._hasSnoSnapshots === true ? readSnoSnapshot(format, given) : readGeneralSnapshot(format, given);

/** Reads a snapshot of any format but sno. */
function readGeneralSnapshot(format: Format, given: unknown): SavedState {
  const snapshot = readSnapshotOptions(given, ["version", "layout", "fields", "sequenceRange", ...stateNames()]);
  if (snapshot.version !== 1) throw invalid(CODE, "snapshot: version", snapshot.version, "1");
  const layout = layoutOf(format);
  if (snapshot.layout !== layout) {
    throw invalid(CODE, "snapshot: layout", snapshot.layout, `'${layout}'; it is of another identity`);
  }
  const nodes = format._fields.filter(isNode).map(({ _name }) => _name);
  const fields = readSnapshotOptions(snapshot.fields, nodes, "snapshot: fields");
  checkNodeFields(format, fields);
  const largest = largestOf(format, "sequence");
  const [first, last] = readRange("snapshot: sequenceRange", snapshot.sequenceRange, largest, CODE);
  return { fields, numbers: [first, last, ...readSnapshotNumbers(snapshot, stateNames())] };
}

/** Reads a snapshot in the form of sno's specification ("Snapshots"). Its last number may be absent. */
function readSnoSnapshot(format: Format, given: unknown): SavedState {
  const snapshot = readSnapshotOptions(given, ["partition", ...SNO_SNAPSHOT]);
  const { partition, used } = snapshot;
  // Without a prototype, so that it inherits no names.
  const fields = { __proto__: null, partition } as Options;
  checkNodeFields(format, fields);
  const specified = readSnapshotNumbers(snapshot, SNO_SNAPSHOT.slice(0, -1));
  return { fields, numbers: [...specified, optionalNumber("snapshot: used", used, Largest.number, CODE)] };
}

function readSnapshotOptions(given: unknown, names: readonly string[], what = "snapshot"): Options {
  // Unlike other options, a snapshot must not be undefined. `null` is refused by `readOptions`.
  return readOptions(what, given ?? null, names, CODE);
}

/** Checks that the node fields of a snapshot are whole numbers. The core checks their range. */
function checkNodeFields({ _fields }: Format, fields: Options): void {
  for (const { _bits, _name } of _fields) {
    if (Object.hasOwn(fields, _name)) requiredNumber(`snapshot: ${_name}`, fields[_name], 2 ** _bits - 1, CODE);
  }
}

const isNode = ({ _kind }: Field): boolean => _kind === "node" || _kind === "part";

/** What two formats have in common if a snapshot of one fits the other. */
function layoutOf({ _descriptor, epoch, unit }: Format): string {
  const fields = _descriptor._fields.filter(([kind]) => kind !== "part");
  return `${fields.map(([kind, , bits]) => `${kind}:${bits} `).join("")}unit:${unit} epoch:${epoch}`;
}

/** The numbers of these names, all of which a snapshot must have. */
function readSnapshotNumbers(snapshot: Options, names: readonly string[]): number[] {
  return names.map((name) => requiredNumber(`snapshot: ${name}`, snapshot[name], Largest.number, CODE));
}
