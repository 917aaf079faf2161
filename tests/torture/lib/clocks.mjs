// Lets the parent set the clocks of a child wrong. It must be imported before the package.

const realNow = Date.now;
const realMonotonic = performance.now.bind(performance);

/** The real monotonic clock, in ms. */
export const monotonic = realMonotonic;

let offset = 0;
let rate = 1;
let rateSince = { real: realMonotonic(), shown: realMonotonic() };

function shownMonotonic() {
  return rateSince.shown + (realMonotonic() - rateSince.real) * rate;
}

/** Puts the wall clock `wall` ms ahead, and lets the monotonic clock run at the rate `speed` from now on. */
export function setClocks(wall, speed) {
  rateSince = { real: realMonotonic(), shown: shownMonotonic() };
  offset = wall;
  rate = speed;
}

Date.now = () => realNow() + Math.trunc(offset);
performance.now = shownMonotonic;
