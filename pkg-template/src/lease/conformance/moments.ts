// Checks of the moment at which a read or a swap happens.

import { append } from "../../values/index.js";
import { HEAD_KEY } from "../../generated/contract.js";
import { type Bench, type Check, type Space } from "./bench.js";
import type { Answer, Connection } from "./connection.js";
import { expectSame, Failure, shown } from "./failure.js";
import { all, nap, pause } from "./deadline.js";

/** How often each connection makes a swap, which all other connections must see. */
const SEEN_SWAPS = 5;

/** How often two records are replaced in turn. */
const TURNS = 20;

/** How many ms `before` is later than the clock's last reading. There are several, because stores differ in speed. */
const MARGINS = [1, 2, 1, 4, 2, 8, 1, 16, 4, 32];

export const momentChecks: readonly Check[] = [
  ["a read shows every swap that was confirmed before it began, on all connections", confirmedSwaps],
  ["a read shows records as they were at one moment, and each written completely", oneMoment],
  ["the clock of a read, and the one that limits a swap, belong to the moment of the records", clockOfMoment],
];

async function confirmedSwaps(bench: Bench): Promise<void> {
  const space = bench._space();
  const keys = ["seat 0"];
  let previous: string | null = null;
  for (let round = 0; round < SEEN_SWAPS; round++) {
    for (const [i, connection] of bench._connections.entries()) {
      const guard = await space._guard();
      const next = `swap ${round} by connection ${i}`;
      const applied: boolean = await connection._swap(space._name, "seat 0", previous, next, guard);
      expectSame("a swap whose guard holds", applied, true);
      const answers = await all(bench._connections.map((reader) => reader._read(space._name, keys)));
      for (const [reader, { _records }] of answers.entries()) {
        expectSame(`a read by connection ${reader} after a swap by connection ${i}`, _records[0], next);
      }
      previous = next;
    }
  }
}

/** The text of a number. It is so long that a store may write it in parts. */
function longText(number: number): string {
  return `${number} `.repeat(4000).slice(0, 3000 + number);
}

/** The number of which a record is the text. */
function numberOf(record: string | null | undefined): number {
  const number = parseInt(record ?? "", 10);
  if (record !== longText(number)) throw new Failure(`a read showed a record that was never written: ${shown(record)}`);
  return number;
}

async function oneMoment(bench: Bench): Promise<void> {
  const space = bench._space();
  for (const key of ["a", "b"]) await space._write(key, longText(0));
  const guard = await space._guard();
  let confirmed = 0;
  let isWriting = true;
  const replaceInTurn = async (): Promise<void> => {
    for (let number = 1; number <= TURNS; number++) {
      for (const key of ["a", "b"]) {
        const applied = await space._swap(key, longText(number - 1), longText(number), guard);
        expectSame("a swap whose guard holds", applied, true);
      }
      confirmed = number;
    }
  };
  const write = replaceInTurn().finally(() => {
    isWriting = false;
  });
  const read = async (keys: readonly string[]): Promise<void> => {
    while (isWriting) {
      const least = confirmed;
      const { _records } = await space._read(keys);
      const [a, b] = ["a", "b"].map((key) => numberOf(_records[keys.indexOf(key)])) as [number, number];
      const expected = `expected a to be equal to b or 1 above it, and b to be ${least} or more`;
      if (a < b || a > b + 1 || b < least) throw new Failure(`${expected}, got ${a} for a and ${b} for b`);
      await pause();
    }
  };
  await all([write, read(["a", "b"]), read(["b", "a"])]);
  await space._expectRecords("the records after the last swap", { a: longText(TURNS), b: longText(TURNS) });
}

async function clockOfMoment(bench: Bench): Promise<void> {
  const space = bench._space();
  const guard = await space._guard();
  const rounds = Math.max(MARGINS.length, 2 * bench._connections.length);
  for (let i = 0; i < rounds; i++) {
    const key = `seat ${i}`;
    let { _now } = await space._read([HEAD_KEY]);
    const connection = bench._connections[(i >> 1) % bench._connections.length] as Connection;
    const early = watched(connection._read(space._name, [key]));
    if (i % 2 === 1) _now = await laterReading(space, early);
    const before = _now + (MARGINS[i % MARGINS.length] as number);
    const swap = watched(space._swap(key, null, "x", { ...guard, before }));
    const readMeanwhile = async (): Promise<Answer[]> => {
      const answers = [await space._read([key])];
      for (; swap._isPending; await nap()) append(answers, await space._read([key]));
      return answers;
    };
    const [applied, first, answers] = await all([swap._promise, early._promise, readMeanwhile()]);
    for (const answer of [first, ...answers]) checkMoment(answer, applied, _now, before);
    const expected = { [key]: applied ? "x" : null };
    await space._expectRecords(`the record after a swap before ${before} that answered ${applied}`, expected);
  }
}

/** Waits until the clock has gone on since a call began, or the call ends. Returns the clock's reading. */
async function laterReading(space: Space, call: Watched<unknown>): Promise<number> {
  const first = (await space._read([HEAD_KEY]))._now;
  let now = first;
  for (; call._isPending && now === first; now = (await space._read([HEAD_KEY]))._now) await nap();
  return now;
}

/** Demands that an answer fits a swap that began when the clock had read `began`, and may apply only before `before`. */
function checkMoment({ _now, _records }: Answer, applied: boolean, began: number, before: number): void {
  if (_records[0] === null) {
    if (!applied || _now < before) return;
    throw new Failure(
      `a read at ${_now} did not show a swap that applied later, although it was limited to before ${before}`,
    );
  }
  if (!applied) throw new Failure("a read showed a swap that answered false");
  if (_now < began) throw new Failure(`a read at ${_now} showed a swap that began when the clock had read ${began}`);
}

/** A promise, and whether it is pending. */
interface Watched<T> {
  readonly _promise: Promise<T>;
  _isPending: boolean;
}

function watched<T>(promise: Promise<T>): Watched<T> {
  const result = { _promise: promise, _isPending: true };
  const end = (): void => {
    result._isPending = false;
  };
  promise.then(end, end);
  return result;
}
