// Figures out of several runs.

/** The middle one, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A number with as many digits as can be told apart from noise. */
export function rounded(number, digits = 3) {
  return Number(number.toPrecision(digits));
}
