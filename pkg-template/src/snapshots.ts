// Reads and writes snapshots: the state of a generator as plain data.

import type { Description } from "./description.js";
import { numbers } from "./memory.js";
import { ABSENT, copyList, invalid, type Options, readOptions, requiredNumber } from "./values.js";

/** How many numbers of a snapshot the core reads and writes. The fields follow them. */
const STATE_NUMBERS = 8;

/** The content of a snapshot: the node fields, and the numbers that the core reads. */
export interface SavedState {
  readonly fields: Options;
  readonly numbers: readonly number[];
}

/** How a format's snapshots look to users. */
export interface SnapshotForm {
  _read(description: Description, given: unknown): SavedState;
  _write(description: Description, state: SavedState): Options;
}

/** Reads the snapshot that the core has written to the number area, and writes it in its form for users. */
export function takeSnapshot(form: SnapshotForm, description: Description): Options {
  const written = [...numbers()];
  const fields: Options = {};
  description._fields.forEach(({ name, kind, isPart }, i) => {
    if (kind === "node" && !isPart) fields[name] = written[STATE_NUMBERS + 1 + i];
  });
  return form._write(description, { fields, numbers: written.slice(0, STATE_NUMBERS) });
}

/** The numbers of a standard snapshot after its sequence range, in the core's order. */
const STATE = ["tick", "seen", "next", "used", "safe", "drifts"];

/** The form of all formats but sno. */
export const standardSnapshots: SnapshotForm = {
  _read(description, given) {
    const snapshot = readSnapshotOptions(given, ["version", "layout", "fields", "sequenceRange", ...STATE]);
    if (snapshot.version !== 1) throw invalid("INVALID_SNAPSHOT", "snapshot: version", snapshot.version, "1");
    const layout = layoutText(description);
    if (snapshot.layout !== layout) {
      throw invalid("INVALID_SNAPSHOT", "snapshot: layout", snapshot.layout, `'${layout}'; it is of another identity`);
    }
    const fields = readSnapshotOptions(snapshot.fields, description._namesOf("node"));
    checkNodeFields(description, fields);
    const range = copyList("snapshot: sequenceRange", snapshot.sequenceRange, 2, "INVALID_SNAPSHOT");
    const [first, last] = range?.length === 2 ? range : [];
    return { fields, numbers: readSnapshotNumbers({ ...snapshot, first, last }, ["first", "last", ...STATE]) };
  },

  _write(description, { fields, numbers: [first, last, ...state] }) {
    const snapshot: Options = {
      version: 1,
      layout: layoutText(description),
      fields,
      sequenceRange: [first, last],
    };
    STATE.forEach((name, i) => (snapshot[name] = state[i]));
    return snapshot;
  },
};

/** The numbers of a sno snapshot (sno's specification, "Snapshots"), in the core's order. */
const SNO_STATE = ["sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts"];

/**
 * How many sequence numbers of the last ID's unit are used. Not in the specification: only written if the specified
 * numbers do not imply it.
 */
const SNO_USED = "used";

/** The form that sno's specification prescribes. */
export const snoSnapshots: SnapshotForm = {
  _read(description, given) {
    const { partition, ...snapshot } = readSnapshotOptions(given, ["partition", ...SNO_STATE, SNO_USED]);
    checkNodeFields(description, { partition });
    const [used = ABSENT] = snapshot[SNO_USED] === undefined ? [] : readSnapshotNumbers(snapshot, [SNO_USED]);
    return { fields: { partition }, numbers: [...readSnapshotNumbers(snapshot, SNO_STATE), used] };
  },

  _write(_description, { fields: { partition }, numbers: state }) {
    const snapshot: Options = { partition };
    SNO_STATE.forEach((name, i) => (snapshot[name] = state[i]));
    const used = state[SNO_STATE.length] as number;
    if (!Number.isNaN(used)) snapshot[SNO_USED] = used;
    return snapshot;
  },
};

/** Identifies a layout. A snapshot can only be restored into a format with the same one. */
function layoutText({ _public: { fields, unit, epoch } }: Description): string {
  return `${fields.map(({ kind, bits }) => `${kind}:${bits}`).join(" ")} unit:${unit} epoch:${epoch}`;
}

function readSnapshotOptions(given: unknown, names: readonly string[]): Options {
  // Unlike other options, a snapshot must not be undefined. `null` is refused by `readOptions`.
  return readOptions("snapshot", given ?? null, names, "INVALID_SNAPSHOT");
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
