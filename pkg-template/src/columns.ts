// Reads many IDs at once into typed arrays, one for each field. The core decodes those of typed arrays many at a time, so
// that neither bigints nor objects are made.

import type { Codec } from "./codec.js";
import { core } from "./core.js";
import { styleNumber } from "./encodings.js";
import { FlakeError } from "./errors.js";
import { COLUMN_LENGTH } from "./generated/contract.js";
import { floats64, words32, words64 } from "./memory.js";
import { throwIfRefused } from "./refusals.js";
import { invalid, isWholeNumber, isWithinBuffer, readGuarded, partsOfTypedArray, typedArrayName } from "./values.js";

/** IDs to read. */
interface Source {
  readonly _length: number;
  /** The ID at an index. */
  readonly _item: (index: number) => unknown;
  /**
   * Writes `count` IDs to the value buffer, from an index on, as integers of 64 bits. Returns how many of their high bits must be
   * 0, in addition to those that the format does not have; 65 if one is no integer. Without it, IDs are read one by one.
   */
  readonly _write?: (from: number, count: number) => number;
}

/** The numbers of each field of many IDs: what `decode` returns, except `date`, by columns. */
export function decodeColumns(
  codec: Codec,
  ids: unknown,
  options: unknown,
): Record<string, Float64Array | Uint32Array> {
  return readGuarded("INVALID_ID", "ids", () => {
    // The core refuses a format without an epoch, also if there is no ID. What it writes is not used.
    throwIfRefused(core().write_value(codec._format));
    const style = styleNumber(options);
    const { _length, _item, _write } = sourceOf(codec, ids);
    const { _fields } = codec;
    const columns = _fields._newColumns(_length);
    const readOne = (index: number): void => readAt(codec, index, _item(index), style);
    if (_write === undefined) {
      for (let i = 0; i < _length; i++) {
        readOne(i);
        _fields._fillOne(columns, i);
      }
      return _fields._named(columns);
    }
    for (let from = 0; from < _length; from += COLUMN_LENGTH) {
      const count = Math.min(COLUMN_LENGTH, _length - from);
      if (_fields._fillMany(columns, from, count, _write(from, count))) continue;
      // One of these is no ID, and reading it throws.
      for (let i = 0; i < count; i++) readOne(from + i);
      // None was: another thread has changed it since.
      throw invalid("INVALID_ID", "ids", ids, "left unchanged by other threads");
    }
    return _fields._named(columns);
  });
}

/** How many high bits of an integer of 64 bits are 0 if a number holds it exactly. */
const UNSAFE_BITS = 11;

/** More than the bits of an integer, so that each is refused. */
const TOO_MANY = 65;

function sourceOf(codec: Codec, ids: unknown): Source {
  const length: unknown = Array.isArray(ids) ? ids.length : undefined;
  if (isWholeNumber(length)) return { _length: length, _item: (index) => (ids as unknown[])[index] };
  const name = isWithinBuffer(ids) ? typedArrayName(ids) : undefined;
  if (name === "Uint8Array") return byteSource(codec, ids as Uint8Array);
  const isNumber = name === "Float64Array";
  const isSigned = name === "BigInt64Array";
  if (!isNumber && !isSigned && name !== "BigUint64Array") {
    throw invalid("INVALID_ID", "ids", ids, "a list, a BigUint64Array, BigInt64Array or Float64Array, or bytes");
  }
  const [buffer, offset, _length] = partsOfTypedArray(ids);
  return {
    _length,
    _item: (index) => (ids as BigUint64Array | BigInt64Array | Float64Array)[index],
    _write(from, count) {
      const start = offset + from * 8;
      let areWhole = true;
      if (isNumber) {
        floats64().set(new Float64Array(buffer, start, count), COLUMN_LENGTH);
        areWhole = core().convert_numbers(count) === 1;
      } else words64().set(new BigUint64Array(buffer, start, count));
      if (!areWhole || !codec._isInteger) return TOO_MANY;
      return isNumber ? UNSAFE_BITS : Number(isSigned);
    },
  };
}

function byteSource({ _description: { _byteWidth } }: Codec, ids: Uint8Array): Source {
  const [buffer, offset, length] = partsOfTypedArray(ids);
  if (length % _byteWidth > 0) throw invalid("INVALID_ID", "ids", ids, `of ${_byteWidth} bytes for each ID`);
  const _length = length / _byteWidth;
  const _item = (index: number): Uint8Array => new Uint8Array(buffer, offset + index * _byteWidth, _byteWidth);
  if (_byteWidth > 8) return { _length, _item };
  const _write = (from: number, count: number): number => {
    const words = words32().fill(0, 0, 2 * count);
    for (let i = 0, at = from * _byteWidth; i < count; i++) {
      for (let above = _byteWidth - 1, word = 0; above >= 0; above--) {
        word = (word << 8) | (ids[at++] as number);
        words[2 * i + (above >> 2)] = word;
      }
    }
    return 0;
  };
  return { _length, _item, _write };
}

/** Writes the value of an ID to the value buffer. An error names the ID's position. */
function readAt(codec: Codec, index: number, id: unknown, style: number): void {
  try {
    codec._value(id, style);
  } catch (error) {
    if (!(error instanceof FlakeError)) throw error;
    throw new FlakeError(error.code, `ids[${index}]: ${error.message}`, { cause: error });
  }
}
