// Clocks that do what a trial says.

import { Defect } from "./defect.mjs";
import { T0 } from "./layouts.mjs";

/** After so many readings in one call, a clock that is not frozen begins to move: a call may be waiting for it. */
const STILL_READINGS = 3;

/** How far it then moves with each reading, in ms: slowly at first, so that it is seen at every tick. */
const PACE = 0.5;
const LONG_CALL = 400;
const FAST_PACE = 150;

/** More readings than a generator takes before it counts a clock as standing still. */
export const MANY_READINGS = 2 ** 20 + 64;

/** More readings than any call may take. */
const ENDLESS = 2 ** 23;

/** What the clock throws when it is told to. */
export class ClockError extends Error {}

/** A clock, and what was read from it in each of the calls that are under way. */
export class Clock {
  /** Unix ms. */
  time;
  /** How many readings it still stands still for, whoever waits. */
  frozen = 0;
  /** Whether it has ever stood still for long. */
  wasFrozen = false;
  /** Called by the next reading, instead of it. */
  trick;
  #frames = [];

  constructor(time) {
    this.time = time;
  }

  /** The clock as the package takes it. */
  read = () => {
    const frame = this.#frames.at(-1);
    // Outside of calls, as when a format is defined, whose epoch must not be in the future.
    if (frame === undefined) return Math.max(this.time, T0);
    const { trick } = this;
    if (trick !== undefined) {
      this.trick = undefined;
      frame.tricked = true;
      const reading = trick();
      if (reading !== undefined) return reading;
    }
    frame.readings += 1;
    if (this.frozen > 0) this.frozen -= 1;
    else if (frame.readings > STILL_READINGS) this.time += frame.readings < LONG_CALL ? PACE : FAST_PACE;
    if (frame.readings > ENDLESS) throw new Defect(`a call has read the clock ${ENDLESS} times, and goes on`);
    frame.last = this.time;
    if (this.time < frame.min) frame.min = this.time;
    if (this.time > frame.max) frame.max = this.time;
    return this.time;
  };

  /** Stands still for some readings, or for longer than a caller has patience. */
  freeze(long) {
    this.frozen = long ? MANY_READINGS : 1000;
    this.wasFrozen = true;
  }

  /** A call begins; its readings are noted until it is left. */
  enter() {
    const frame = { readings: 0, min: Infinity, max: -Infinity, last: Number.NaN, tricked: false, slept: 0 };
    this.#frames.push(frame);
    return frame;
  }

  leave() {
    this.#frames.pop();
  }

  /** Time passes while a caller sleeps. */
  sleep(ms) {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.slept += ms;
    if (this.frozen === 0) this.time += ms;
  }
}
