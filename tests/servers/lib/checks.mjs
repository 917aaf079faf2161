// Helpers that several tests of stores use.

/** Terms whose grace period takes 650 ms. */
export const QUICK = { window: 300, clockSkew: 50, nodes: [0, 3] };

/** The results of `conformance` that did not pass. */
export const broken = (results) => results.filter(({ passed }) => !passed);
