// Batches: many IDs in one call.

import {
  FlakeError,
  invalid,
  isWithinBuffer,
  quoted,
  readGuarded,
  readOptions,
  typedArrayLength,
  typedArrayName,
  untilAborted,
  wholeFrom,
} from "../values/index.js";
import type { Format } from "../ids/index.js";
import { VALUES_LENGTH } from "../generated/contract.js";
import { type Generator, requiredGenerator } from "./generator.js";
import { batchBytes as writtenBytes, decodeAscii, floats64, words64 } from "../bridge/index.js";
import { readListener, readMetadata, readSignal } from "./options.js";
import { throwIfRefused } from "./refusals.js";
import { readClock, sleep } from "./waiting.js";

/** The most IDs of one batch. */
const MAX_BATCH = 2 ** 24;

/** About how many IDs `batchAsync` makes before it lets other tasks run: this many snos take 5 ms. */
const MAX_UNBROKEN = 2 ** 14;

/**
 * How many texts are decoded at a time. With more texts at a time it would be faster, but each text keeps the whole
 * string alive.
 */
const TEXTS_PER_STRING = 64;

/** Stands in place of the number of a batch: the IDs belong to no batch, and are not taken back. */
const NO_BATCH = 0;

type AnyIds = Generator<unknown>;

/** How IDs of one type are written by the core, and copied. */
interface Form<T> {
  /** Allocates the result at its full length: pushing texts one by one takes a quarter longer. */
  _create(count: number, format: Format): T;
  /** Has the core write up to `wanted` IDs, and returns how many it wrote. */
  _write(ids: AnyIds, batch: number, now: number, wanted: number, metadata: number): number;
  /** Copies the IDs that the core has written into the result, after the first `done` IDs. */
  _take(target: T, done: number, written: number, format: Format): void;
}

/** IDs that are elements of a typed array. */
interface Elements<A> extends Form<A> {
  /** A view of the last IDs that the core has written. */
  _written(): A;
}

type AnyForm = Form<unknown>;

const writeElements: AnyForm["_write"] = (ids, batch, now, wanted, metadata) => {
  const asNumbers = Number(ids.format.native === "number");
  return ids._core.fill(ids._number, ids._policy, batch, now, Math.min(wanted, VALUES_LENGTH), metadata, asNumbers);
};

function takeElements<A extends Float64Array | BigUint64Array>(
  this: Elements<A>,
  target: A,
  done: number,
  written: number,
): void {
  target.set(this._written().subarray(0, written) as never, done);
}

const NUMBERS: Elements<Float64Array> = {
  _create: (count) => new Float64Array(count),
  _written: floats64,
  _write: writeElements,
  _take: takeElements,
};

const BIGINTS: Elements<BigUint64Array> = {
  _create: (count) => new BigUint64Array(count),
  _written: words64,
  _write: writeElements,
  _take: takeElements,
};

const TEXTS: Form<string[]> = {
  // No list of holes, because its first assignments could call setters of `Array.prototype`.
  _create: (count) => Array.from({ length: count }, () => ""),
  _write: (ids, batch, now, wanted, metadata) =>
    ids._core.fill_encoded(ids._number, ids._policy, batch, now, wanted, metadata, 1),
  _take(ids, done, written, format) {
    const width = format._ownStyle._max;
    // The bytes are copied, because a user's replacement of TextDecoder may make IDs, which overwrites the buffer.
    const characters = writtenBytes().slice(0, written * width);
    for (let start = 0; start < characters.length; start += TEXTS_PER_STRING * width) {
      const texts = decodeAscii(characters.subarray(start, start + TEXTS_PER_STRING * width));
      for (let i = 0; i < texts.length; i += width) ids[done++] = texts.slice(i, i + width);
    }
  },
};

const BYTES: Form<Uint8Array> = {
  _create: (count, format) => new Uint8Array(count * format._byteWidth),
  _write: (ids, batch, now, wanted, metadata) =>
    ids._core.fill_encoded(ids._number, ids._policy, batch, now, wanted, metadata, 0),
  _take(target, done, written, format) {
    const width = format._byteWidth;
    target.set(writtenBytes().subarray(0, written * width), done * width);
  },
};

/** The forms by the type of IDs. */
const FORMS: Record<"number" | "bigint" | "string", AnyForm> = {
  number: NUMBERS,
  bigint: BIGINTS,
  string: TEXTS,
};

function checkCount(count: unknown): asserts count is number {
  if (Number.isInteger(count) && (count as number) >= 0 && (count as number) <= MAX_BATCH) return;
  throw invalid("INVALID_COUNT", "count", count, wholeFrom(0, MAX_BATCH));
}

export const batch = (given: unknown, count: unknown, meta?: unknown): unknown => {
  const ids = requiredGenerator(given);
  return makeBatch(ids, "batch", FORMS[ids.format.native], count, meta);
};

export function batchBytes(given: unknown, count: unknown, meta?: unknown): Uint8Array {
  const ids = requiredGenerator(given);
  if (ids.format.native === "string") return makeBatch(ids, "batchBytes", BYTES, count, meta);
  throw new FlakeError(
    "INVALID_OPTION",
    `batchBytes is for sno; IDs of ${ids.format._called} go into a typed array: use batch`,
  );
}

function makeBatch<T>(ids: AnyIds, method: string, form: Form<T>, count: unknown, meta: unknown = 0): T {
  checkCount(count);
  ids._checkRoom(method, count);
  const metadata = readMetadata(ids.format, meta);
  const target = form._create(count, ids.format);
  inChunks(ids, form, count, metadata, (done, written) => form._take(target, done, written, ids.format));
  return target;
}

export function fill(given: unknown, array: unknown, meta: unknown = 0): unknown {
  const ids = requiredGenerator(given);
  const { format } = ids;
  if (format.native === "string") {
    throw new FlakeError(
      "INVALID_OPTION",
      `fill is for IDs that are integers; those of ${format._called} are texts: use batch`,
    );
  }
  const form = (format.native === "number" ? NUMBERS : BIGINTS) as Elements<Float64Array>;
  const metadata = readMetadata(format, meta);
  const type = typedArrayName(form._create(0, format));
  const remedy = `; IDs of ${format._called} go into a ${type}`;
  if (typedArrayName(array) !== type) {
    throw new FlakeError("INVALID_COUNT", `fill was given ${quoted(array)}${remedy}`);
  }
  if (!isWithinBuffer(array)) {
    throw new FlakeError("INVALID_COUNT", `fill was given an array whose buffer was detached or shrunk${remedy}`);
  }
  const length = typedArrayLength(array);
  ids._checkRoom("fill", length);
  // The array is written in one step at the end, so that it is unchanged if a chunk is refused. The step throws if the user's
  // clock has detached the array's buffer. It calls the method of the prototype, because the array may have its own `set`.
  const setAll = (made: Float64Array): void =>
    readGuarded("INVALID_COUNT", "the array", () => {
      Float64Array.prototype.set.call(array, made);
    });
  let made: Float64Array | undefined;
  inChunks(ids, form, length, metadata, (done, written) => {
    if (written === length) return setAll(form._written().subarray(0, length));
    form._take((made ??= form._create(length, format)), done, written, format);
    if (done + written === length) setAll(made);
  });
  return array;
}

/**
 * Makes a batch of IDs in chunks. If a chunk is refused, the core takes back the whole batch, so `take` must not show IDs to the
 * user.
 */
function inChunks(
  ids: AnyIds,
  form: AnyForm,
  count: number,
  metadata: number,
  take: (done: number, written: number) => void,
): void {
  const core = ids._core;
  const begin = (): number => {
    const batch = core.begin_batch(ids._number);
    throwIfRefused(ids, batch);
    return batch;
  };
  let batch = begin();
  let restores = core.restores();
  let done = 0;
  const attempt = (now: number): number | undefined =>
    form._write(ids, batch, now, count - done, metadata) || undefined;
  try {
    while (done < count) {
      const written = ids._retry(attempt, readClock(ids));
      if (core.restores() === restores) {
        take(done, written);
        done += written;
      } else {
        // The clock has restored a snapshot, which may say that these numbers were used elsewhere. Start over.
        batch = begin();
        restores = core.restores();
        done = 0;
      }
    }
  } catch (error) {
    core.cancel_batch(ids._number, batch);
    throw error;
  }
}

export async function batchAsync(given: unknown, count: unknown, options?: unknown): Promise<unknown> {
  const ids = requiredGenerator(given);
  const { format } = ids;
  checkCount(count);
  const { meta = 0, ...read } = readOptions("batchAsync()", options, ["meta", "signal", "onProgress"]);
  const metadata = readMetadata(format, meta);
  const signal = readSignal(read.signal);
  const onProgress = readListener("onProgress", read);
  const form = FORMS[format.native];
  const target = form._create(count, format);
  await untilAborted(signal, async () => {
    let slept = ids._sleptMs;
    let unbroken = 0;
    for (let done = 0; done < count;) {
      const attempt = (now: number): number | undefined => {
        signal?.throwIfAborted();
        const written = form._write(ids, NO_BATCH, now, count - done, metadata);
        // The IDs are taken at once, because the IDs of other calls overwrite them in the buffer.
        if (written > 0) form._take(target, done, written, format);
        return written || undefined;
      };
      const made = await ids._inTurn(() => attempt, signal);
      done += made;
      unbroken = ids._sleptMs === slept ? unbroken + made : 0;
      slept = ids._sleptMs;
      if (unbroken >= MAX_UNBROKEN) {
        await sleep(0);
        unbroken = 0;
      }
      onProgress?.(done);
    }
    signal?.throwIfAborted();
  });
  return target;
}
