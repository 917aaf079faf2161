// Sorts the rows of a table.

import type { Values } from "./columns.ts";

const DIGITS = /^\d+$/;

/**
 * Returns the order of `length` rows by their values. Rows without a value come last in both directions, and rows with equal values keep their
 * order.
 *
 * @param areIds - whether the values are texts of IDs, which are ordered by their lengths and then by their characters
 */
export function sorted(length: number, value: Values, descending: boolean, areIds: boolean): Uint32Array {
  const sign = descending ? -1 : 1;
  const values = Array.from({ length }, (_, row) => value(row) as string);
  // Most decimal numbers differ as doubles, which are compared three times as fast as texts.
  const numbers = areIds && values.every((id) => DIGITS.test(id)) ? Float64Array.from(values, Number) : undefined;
  return new Uint32Array(length)
    .map((_, row) => row)
    .sort((a, b) => {
      const apart = numbers ? (numbers[a] as number) - (numbers[b] as number) : 0;
      if (apart !== 0) return sign * apart;
      const [x, y] = [values[a] as string, values[b] as string];
      if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
      if (areIds && x.length !== y.length) return sign * (x.length - y.length);
      return sign * (Number(x > y) - Number(x < y));
    });
}
