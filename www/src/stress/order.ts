// What the page tells its worker, and what the worker answers.

/** How the clock behaves while IDs are made. */
export const CLOCKS = {
  real: "the real clock",
  back: "steps back 5 s, again and again",
  still: "stands still",
} as const;
export type Clock = keyof typeof CLOCKS;

export interface Order {
  format: string;
  /** The parameters of the address: epoch, layout, machine. */
  params: string;
  clock: Clock;
  /** Whether every ID has a generator of its own. */
  each: boolean;
  /** Whether they are made by `batch`. */
  batch: boolean;
  total: number;
}

export interface Progress {
  made: number;
  repeats: number;
  /** ms in which IDs were made, and not checked. */
  making: number;
  /** IDs per ms of making, since the last report. */
  rate: number;
  /** Why it ended early. */
  refused?: string;
}

export const NOTHING: Progress = { made: 0, repeats: 0, making: 0, rate: 0 };
