// Reads snapshots: the state of a generator as plain data, which the core has written.

import type { Description } from "./description.js";
import { GENERAL_SNAPSHOT, SNO_SNAPSHOT } from "./generated/contract.js";
import { ABSENT, invalid, type Options, readOptions, readRange, requiredNumber } from "./values.js";

/** The content of a snapshot: the node fields, and the numbers in the core's order. */
export interface SavedState {
  readonly fields: Options;
  readonly numbers: readonly number[];
}

/** Reads a user's snapshot of a format. */
export type ReadSnapshot = (description: Description, given: unknown) => SavedState;

/** The numbers of a general snapshot after its sequence range. */
const [, , ...STATE] = GENERAL_SNAPSHOT;

/** Reads a snapshot of any format but sno. */
export function readGeneralSnapshot(description: Description, given: unknown): SavedState {
  const snapshot = readSnapshotOptions(given, ["version", "layout", "fields", "sequenceRange", ...STATE]);
  if (snapshot.version !== 1) throw invalid("INVALID_SNAPSHOT", "snapshot: version", snapshot.version, "1");
  const layout = description._public.snapshotLayout;
  if (snapshot.layout !== layout) {
    throw invalid("INVALID_SNAPSHOT", "snapshot: layout", snapshot.layout, `'${layout}'; it is of another identity`);
  }
  const fields = readSnapshotOptions(snapshot.fields, description._namesOf("node"), "snapshot: fields");
  checkNodeFields(description, fields);
  const largest = description._largestOf("sequence");
  const [first, last] = readRange("snapshot: sequenceRange", snapshot.sequenceRange, largest, "INVALID_SNAPSHOT");
  return { fields, numbers: readSnapshotNumbers({ ...snapshot, first, last }, GENERAL_SNAPSHOT) };
}

/** Reads a snapshot in the form of sno's specification ("Snapshots"). Its last number may be absent. */
export function readSnoSnapshot(description: Description, given: unknown): SavedState {
  const { partition, ...snapshot } = readSnapshotOptions(given, ["partition", ...SNO_SNAPSHOT]);
  checkNodeFields(description, { partition });
  const specified = readSnapshotNumbers(snapshot, SNO_SNAPSHOT.slice(0, -1));
  const [used = ABSENT] = snapshot.used === undefined ? [] : readSnapshotNumbers(snapshot, ["used"]);
  return { fields: { partition }, numbers: [...specified, used] };
}

function readSnapshotOptions(given: unknown, names: readonly string[], what = "snapshot"): Options {
  // Unlike other options, a snapshot must not be undefined. `null` is refused by `readOptions`.
  return readOptions(what, given ?? null, names, "INVALID_SNAPSHOT");
}

/** Checks that the node fields of a snapshot are whole numbers. The core checks their range. */
function checkNodeFields(description: Description, fields: Options): void {
  for (const { name, bits } of description._fields) {
    if (name in fields) requiredNumber(`snapshot: ${name}`, fields[name], 2 ** bits - 1, "INVALID_SNAPSHOT");
  }
}

/** The numbers of these names, all of which a snapshot must have. */
function readSnapshotNumbers(snapshot: Options, names: readonly string[]): number[] {
  return names.map((name) =>
    requiredNumber(`snapshot: ${name}`, snapshot[name], Number.MAX_SAFE_INTEGER, "INVALID_SNAPSHOT"),
  );
}
