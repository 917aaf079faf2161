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
import { GENERAL_SNAPSHOT, OPENING, SNO_SNAPSHOT, STATE } from "../generated/contract.js";
import { largestOf, leastOf, type Opening, setNode } from "./opening.js";
import type { SavedState } from "./options.js";
import { readSnoNumbers, writeSnoNumbers } from "./sno-snapshots.js";

/** A snapshot as it was read. */
interface Read {
  readonly _nodes: readonly (number | undefined)[];
  readonly _range: readonly [first: number, last: number];
  /** The numbers of a general snapshot after its range. */
  readonly _state: readonly number[];
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
  return { _range: saved._range, _write: (frame, nodes) => setSaved(frame, format, saved, nodes) };
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
  };
}

/** Reads a snapshot in the form of sno's specification ("Snapshots"). Its last number may be absent. */
function readSnoSnapshot(format: Format, given: unknown): Read {
  const snapshot = readSnapshotOptions(given, ["partition", ...SNO_SNAPSHOT.map(([name]) => name)]);
  // The object has no prototype, so that it inherits no names. It always has a partition, which is refused if it is
  // `undefined`.
  const _nodes = readSavedNodes(format, { __proto__: null, partition: snapshot.partition } as Options);
  const rows = SNO_SNAPSHOT.slice(0, snapshot.used === undefined ? -1 : undefined);
  const [_range, _state] = readSnoNumbers(readSnapshotNumbers(snapshot, rows), damaged);
  return { _nodes, _range, _state };
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
  { _nodes, _state }: Read,
  given: readonly (number | undefined)[],
): void {
  const nodes = _nodes.map((node, i) => {
    const other = given[i];
    // They are compared as numbers: a partition may be given as its bytes, but a snapshot contains its number.
    if (node === undefined || other === undefined || node === other) return node ?? other;
    const name = `snapshot: ${format._fields[i]?._name}`;
    throw invalid(CODE, name, node, `${other}, as given; the snapshot is of another identity`);
  });
  try {
    setNode(frame, format, nodes);
  } catch (error) {
    // A mistake in the node fields is a mistake of the snapshot.
    throw (error as FlakeError).code === "INVALID_FIELD" ? new FlakeError(CODE, (error as FlakeError).message) : error;
  }
  _state.forEach((number, i) => (frame[OPENING.saved + i] = number));
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
