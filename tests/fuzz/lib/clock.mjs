// Clocks that a trial controls.

import { Defect } from "./defect.mjs";
import { T0 } from "./layouts.mjs";

/** After this number of readings in one call, a clock that is not frozen advances, because the call may be waiting. */
const STILL_READINGS = 3;

/** How far such a clock advances with each reading, in ms: slowly at first, so that the call sees every tick. */
const PACE = 0.5;
const LONG_CALL = 400;
const FAST_PACE = 150;

/** More readings than a generator needs to decide that a clock has stalled. */
export const MANY_READINGS = 2 ** 20 + 64;

/** More readings than any call may make. */
const ENDLESS = 2 ** 23;

/** The error that the clock throws if the trial wants it. */
export class ClockError extends Error {}

/** A clock, with a record of its readings for each call in progress. */
export class Clock {
  /** The time in Unix ms. */
  time;
  /** The number of readings during which the clock does not advance. */
  frozen = 0;
  /** Whether the clock has ever been frozen. */
  wasFrozen = false;
  /** A function that replaces the next reading. */
  fault;
  #frames = [];

  constructor(time) {
    this.time = time;
  }

  /** The function that the package gets as its clock. */
  read = () => {
    const frame = this.#frames.at(-1);
    // The clock is read outside of calls too, for example in defineFormat, whose epoch must not be in the future.
    if (frame === undefined) return Math.max(this.time, T0);
    const { fault } = this;
    if (fault !== undefined) {
      this.fault = undefined;
      frame.faulty = true;
      const reading = fault();
      if (reading !== undefined) return reading;
    }
    frame.readings += 1;
    if (this.frozen > 0) this.frozen -= 1;
    else if (frame.readings > STILL_READINGS) this.time += frame.readings < LONG_CALL ? PACE : FAST_PACE;
    if (frame.readings > ENDLESS) throw new Defect(`a call has read the clock ${ENDLESS} times without returning`);
    frame.last = this.time;
    if (this.time < frame.min) frame.min = this.time;
    if (this.time > frame.max) frame.max = this.time;
    return this.time;
  };

  /**
   * Freezes the clock for 1000 readings, or, if `long`, for as many as a generator needs to consider the clock stalled.
   */
  freeze(long) {
    this.frozen = long ? MANY_READINGS : 1000;
    this.wasFrozen = true;
  }

  /** Starts a call. Returns the record of its readings, which ends with `leave`. */
  enter() {
    const frame = { readings: 0, min: Infinity, max: -Infinity, last: Number.NaN, faulty: false, slept: 0 };
    this.#frames.push(frame);
    return frame;
  }

  leave() {
    this.#frames.pop();
  }

  /** Advances the clock while a caller sleeps. */
  sleep(ms) {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.slept += ms;
    if (this.frozen === 0) this.time += ms;
  }
}
