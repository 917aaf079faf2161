// A clock that stands still, as in a deployed Worker while it serves a request; run locally, it goes on.

/** Has each generator make 100 000 IDs in one instant, and tells how many of them differ. */
export function makeInOneInstant(generators) {
  const { now } = Date;
  const instant = now();
  Date.now = () => instant;
  try {
    return generators.map((ids) => new Set(Array.from({ length: 100_000 }, () => ids.next())).size);
  } finally {
    Date.now = now;
  }
}
