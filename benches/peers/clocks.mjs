// Faulty clocks that replace the real one.

const { Date: RealDate } = globalThis;

function replace(read) {
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length > 0 ? given : [read()]));
    }
    static now() {
      return read();
    }
  };
}

/** Stops the system clock (`Date`) and the monotonic clock (`hrtime`). */
export function stopped() {
  const now = RealDate.now();
  const then = process.hrtime.bigint();
  replace(() => now);
  process.hrtime.bigint = () => then;
}

const STEP_BACK_MS = 5000;

/**
 * Installs a clock that advances by 1 ms every four IDs and, for generators that wait, by 1 ms every 1000 readings.
 * After half of the IDs it goes back 5 s. The monotonic clock (`hrtime`) is not changed. Returns a function that must be
 * called before each ID with the ID's index.
 */
export function stepped(count) {
  const start = RealDate.now();
  let made = 0;
  let readings = 0;
  replace(() => {
    readings += 1;
    const back = made >= count / 2 ? STEP_BACK_MS : 0;
    return start + Math.floor(made / 4) + Math.floor(readings / 1000) - back;
  });
  return (index) => (made = index);
}
