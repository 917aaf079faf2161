/** Ms of a clock that all processes of the host share, that nobody sets, and that faults leave alone. */
export function hostTime() {
  return Number(process.hrtime.bigint()) / 1e6;
}
