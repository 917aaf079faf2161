// Statistics of several runs.

/** Returns the median. For an even count, it is the mean of the two middle numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Rounds a number to its significant digits. Further digits are noise. */
export function rounded(number, digits = 3) {
  return Number(number.toPrecision(digits));
}
