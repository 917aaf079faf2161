// Reads and writes snapshots: the state of a generator as plain data.

import {
  defineValue,
  FlakeError,
  invalid,
  type Options,
  readOptions,
  readRange,
  requiredWithin,
} from "../values/index.js";
import { type Field, type Format, layoutOf, requireMaking } from "../ids/index.js";
import { GENERAL_SNAPSHOT, OPENING, SNAPSHOT_REFUSALS, SNO_SNAPSHOT, STATE } from "../generated/contract.js";
import { largestOf, leastOf, type Opening, setNode } from "./opening.js";
import type { SavedState } from "./options.js";
import { readSnoNumbers, writeSnoNumbers } from "./sno-snapshots.js";

/** A snapshot as it was read. */
interface Read {
  readonly _nodes: readonly (number | undefined)[];
  readonly _range: readonly [first: number, last: number];
  /** The numbers of a general snapshot after its range. */
  readonly _state: readonly number[];
  /** The number of the node if neither the snapshot nor the options have one. */
  readonly _usual: number | undefined;
}

const CODE = "INVALID_SNAPSHOT";

/** The numbers of a general snapshot after its sequence range. */
const stateRows = (): (readonly [name: string, largest: number])[] => GENERAL_SNAPSHOT.slice(2);

const isNode = ({ _kind }: Field): boolean => _kind === "node" || _kind === "part";

/** Reads a user's snapshot of a format. */
export function readSnapshot(format: Format, given: unknown): SavedState {
  requireMaking(format);
  const isSno = format._descriptor._hasSnoSnapshots === true;
  const saved = isSno ? readSnoSnapshot(format, given) : readGeneralSnapshot(format, given);
  const [first, last] = saved._range;
  if (last - first + 1 < leastOf(format)) {
    const largest = largestOf(format, "sequence");
    throw damaged(`its sequence range is ${first} to ${last} of 0 to ${largest}, or too short`);
  }
  const [, , , , safe, drifts] = saved._state;
  if (largestOf(format, "toggle") === 0 && (safe !== 0 || drifts !== 0)) {
    throw damaged(`safe is ${safe} and drifts is ${drifts}; both must be 0: ${format._called} has no toggle field`);
  }
  return {
    _range: saved._range,
    _refusals: SNAPSHOT_REFUSALS,
    _write: (frame, nodes) => setSaved(frame, format, saved, nodes),
  };
}

const damaged = (why: string): FlakeError => new FlakeError(CODE, `the snapshot is damaged: ${why}`);

/** Reads a snapshot of any format but sno. */
function readGeneralSnapshot(format: Format, given: unknown): Read {
  const rows = stateRows();
  const names = rows.map(([name]) => name);
  const snapshot = readSnapshotOptions(given, ["version", "layout", "fields", "sequenceRange", ...names]);
  if (snapshot.version !== 1) throw invalid(CODE, "snapshot: version", snapshot.version, "1");
  const layout = layoutOf(format);
  if (snapshot.layout !== layout) {
    throw invalid(CODE, "snapshot: layout", snapshot.layout, `'${layout}'; it is of another identity`);
  }
  const nodes = format._fields.filter(isNode).map(({ _name }) => _name);
  const fields = readSnapshotOptions(snapshot.fields, nodes, "snapshot: fields");
  const largest = largestOf(format, "sequence");
  return {
    _nodes: readSavedNodes(format, fields),
    _range: readRange("snapshot: sequenceRange", snapshot.sequenceRange, largest, CODE),
    _state: readSnapshotNumbers(snapshot, rows),
    _usual: undefined,
  };
}

/**
 * Reads a snapshot in the form of sno's specification ("Snapshots"), also as the Go package writes it. Its last number may be
 * absent. A snapshot without a state is a configuration, whose bounds may be absent, too.
 */
function readSnoSnapshot(format: Format, given: unknown): Read {
  const names = SNO_SNAPSHOT.map(([name]) => name);
  const snapshot = readSnapshotOptions(given, ["partition", ...names, ...MONOTONIC]);
  const isAnyGiven = (names: readonly string[]): boolean => names.some((name) => snapshot[name] !== undefined);
  const isOld = isAnyGiven(MONOTONIC);
  const isConfiguration = isAnyGiven(["partition", ...names]) && !isOld && !isAnyGiven(names.slice(2));
  if (isOld) requireNoDrift(snapshot);
  const absent = isConfiguration ? names.slice(0, -1) : isOld ? ["wallSafe"] : [];
  for (const name of absent) if (snapshot[name] === undefined) snapshot[name] = 0;
  const rows = SNO_SNAPSHOT.slice(0, snapshot.used === undefined ? -1 : undefined);
  const numbers = readSnapshotNumbers(snapshot, rows);
  // An old sequence may lack its high bits, so the last tick counts as used up: as in a snapshot of a later tick.
  if (isOld) numbers.splice(2, 2, 0, (numbers[4] as number) + 1);
  const [_range, _state] = readSnoNumbers(numbers, damaged);
  const { partition } = snapshot;
  if (partition === undefined && !isConfiguration) {
    throw invalid(CODE, "snapshot: partition", partition, "a whole number from 0 to 65535");
  }
  // The object has no prototype, so that it inherits no names.
  const _nodes = asMistakeOfSnapshot(() => format._readFields({ __proto__: null, partition } as Options));
  // The specification's partition of a configuration that has none.
  return { _nodes, _range, _state, _usual: isConfiguration ? 0 : undefined };
}

/** The numbers of snapshots that the Go package wrote before its first release. Its releases have `wallSafe` in their place. */
const MONOTONIC = ["monoHi", "monoLo", "monoOffset"];

/** After a drift, such a snapshot does not say which ticks of the other timeline are used. */
function requireNoDrift({ drifts }: Options): void {
  if (drifts === 0) return;
  const why = "monoHi and monoLo do not tell the ticks of the other timeline";
  const remedy = "give { partition, sequenceMin, sequenceMax } when the clock is past its last ID";
  throw invalid(CODE, "snapshot: drifts", drifts, `0: ${why}; ${remedy}`);
}

function readSnapshotOptions(given: unknown, names: readonly string[], what = "snapshot"): Options {
  // Unlike other options, a snapshot must not be undefined. `null` is refused by `readOptions`.
  return readOptions(what, given ?? null, names, CODE);
}

/** The numbers of the node fields of a snapshot. */
const readSavedNodes = ({ _fields }: Format, saved: Options): (number | undefined)[] =>
  _fields.map((field) => {
    const { _bits, _name } = field;
    if (!isNode(field) || !Object.hasOwn(saved, _name)) return undefined;
    return requiredWithin(`snapshot: ${_name}`, saved[_name], 2 ** _bits - 1, CODE);
  });

/** The numbers of these names, all of which a snapshot must have. */
function readSnapshotNumbers(snapshot: Options, rows: readonly (readonly [name: string, largest: number])[]): number[] {
  return rows.map(([name, largest]) => requiredWithin(`snapshot: ${name}`, snapshot[name], largest, CODE));
}

/** Writes the state of a snapshot and its node fields. Throws if one of the node fields in `given` differs. */
function setSaved(
  frame: Opening,
  format: Format,
  { _nodes, _range, _state, _usual }: Read,
  given: readonly (number | undefined)[],
): void {
  if (frame[OPENING.first] !== _range[0] || frame[OPENING.last] !== _range[1]) {
    throw new FlakeError(CODE, "the snapshot is of another identity: it has another sequence range");
  }
  const nodes = _nodes.map((node, i) => {
    const other = given[i];
    // They are compared as numbers: a partition may be given as its bytes, but a snapshot contains its number.
    if (node === undefined || other === undefined || node === other) return node ?? other ?? _usual;
    const name = `snapshot: ${format._fields[i]?._name}`;
    throw invalid(CODE, name, node, `${other}, as given; the snapshot is of another identity`);
  });
  asMistakeOfSnapshot(() => setNode(frame, format, nodes));
  _state.forEach((number, i) => (frame[OPENING.saved + i] = number));
}

/** A mistake in the node fields is a mistake of the snapshot. */
function asMistakeOfSnapshot<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as FlakeError;
    throw code === "INVALID_FIELD" ? new FlakeError(CODE, `snapshot: ${message}`) : error;
  }
}

/** The snapshot of a generator, whose state the core has written to the frame `STATE`. */
export function writeSnapshot(format: Format, nodes: Readonly<Record<string, number>>, written: Float64Array): Options {
  const numbers = Array.from(written.subarray(STATE.numbers, STATE.now));
  const fields: Options = {};
  for (const { _kind, _name } of format._fields) if (_kind === "node") defineValue(fields, _name, nodes[_name]);
  if (format._descriptor._hasSnoSnapshots === true) {
    return withNumbers(fields, SNO_SNAPSHOT, writeSnoNumbers(numbers, written[STATE.now] as number));
  }
  const [first, last, ...state] = numbers;
  return withNumbers(
    { version: 1, layout: layoutOf(format), fields, sequenceRange: [first, last] },
    stateRows(),
    state,
  );
}

/** Adds numbers to a snapshot, except those that are `undefined`. */
function withNumbers(
  snapshot: Options,
  rows: readonly (readonly [name: string, largest: number])[],
  numbers: readonly (number | undefined)[],
): Options {
  rows.forEach(([name], i) => {
    if (numbers[i] !== undefined) defineValue(snapshot, name, numbers[i]);
  });
  return snapshot;
}
