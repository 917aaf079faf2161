// Reads snapshots: the state of a generator as plain data, which the core has written.

import type { Description } from "./description.js";
import { GENERAL_SNAPSHOT, SNO_SNAPSHOT } from "./generated/contract.js";
import { invalid, optionalNumber, type Options, readOptions, readRange, requiredNumber } from "./values.js";

/** The content of a snapshot: the node fields, and the numbers in the core's order. */
export interface SavedState {
  readonly fields: Options;
  readonly numbers: readonly number[];
}

/** Reads a user's snapshot of a format. */
export type ReadSnapshot = (description: Description, given: unknown) => SavedState;

const CODE = "INVALID_SNAPSHOT";

const { MAX_SAFE_INTEGER } = Number;

/** The numbers of a general snapshot after its sequence range. */
const [, , ...STATE] = GENERAL_SNAPSHOT;

/** Reads a snapshot of any format but sno. */
export function readGeneralSnapshot(description: Description, given: unknown): SavedState {
  const snapshot = readSnapshotOptions(given, ["version", "layout", "fields", "sequenceRange", ...STATE]);
  if (snapshot.version !== 1) throw invalid(CODE, "snapshot: version", snapshot.version, "1");
  const layout = description._public.snapshotLayout;
  if (snapshot.layout !== layout) {
    throw invalid(CODE, "snapshot: layout", snapshot.layout, `'${layout}'; it is of another identity`);
  }
  const fields = readSnapshotOptions(snapshot.fields, description._namesOf("node"), "snapshot: fields");
  checkNodeFields(description, fields);
  const largest = description._largestOf("sequence");
  const [first, last] = readRange("snapshot: sequenceRange", snapshot.sequenceRange, largest, CODE);
  return { fields, numbers: [first, last, ...readSnapshotNumbers(snapshot, STATE)] };
}

/** Reads a snapshot in the form of sno's specification ("Snapshots"). Its last number may be absent. */
export function readSnoSnapshot(description: Description, given: unknown): SavedState {
  const snapshot = readSnapshotOptions(given, ["partition", ...SNO_SNAPSHOT]);
  const { partition, used } = snapshot;
  const fields = { partition };
  checkNodeFields(description, fields);
  const specified = readSnapshotNumbers(snapshot, SNO_SNAPSHOT.slice(0, -1));
  return { fields, numbers: [...specified, optionalNumber("snapshot: used", used, MAX_SAFE_INTEGER, CODE)] };
}

function readSnapshotOptions(given: unknown, names: readonly string[], what = "snapshot"): Options {
  // Unlike other options, a snapshot must not be undefined. `null` is refused by `readOptions`.
  return readOptions(what, given ?? null, names, CODE);
}

/** Checks that the node fields of a snapshot are whole numbers. The core checks their range. */
function checkNodeFields(description: Description, fields: Options): void {
  for (const { name, bits } of description._fields) {
    if (Object.hasOwn(fields, name)) requiredNumber(`snapshot: ${name}`, fields[name], 2 ** bits - 1, CODE);
  }
}

/** The numbers of these names, all of which a snapshot must have. */
function readSnapshotNumbers(snapshot: Options, names: readonly string[]): number[] {
  return names.map((name) => requiredNumber(`snapshot: ${name}`, snapshot[name], MAX_SAFE_INTEGER, CODE));
}
