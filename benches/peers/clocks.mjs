// Clocks that misbehave, in the place of the real one.

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

/** Clocks that stand still: of the day, and of the machine. */
export function stopped() {
  const now = RealDate.now();
  const then = process.hrtime.bigint();
  replace(() => now);
  process.hrtime.bigint = () => then;
}

const STEP_BACK = 5000;

/**
 * A clock that goes on by a ms every fourth ID, and by as much every 1000 readings for those who wait; after
 * half of the IDs it is put back 5 s, which the machine's own clock (hrtime) never is. The answer is to be called before each ID with its number.
 */
export function stepped(count) {
  const start = RealDate.now();
  let made = 0;
  let readings = 0;
  replace(() => {
    readings += 1;
    const back = made >= count / 2 ? STEP_BACK : 0;
    return start + Math.floor(made / 4) + Math.floor(readings / 1000) - back;
  });
  return (id) => (made = id);
}
