// The messages between the page and its worker.

/** The clocks that a run can use, with their descriptions. */
export const CLOCKS = {
  real: "real",
  back: "steps back 5 s repeatedly",
  still: "stands still",
} as const;
export type Clock = keyof typeof CLOCKS;

/** What the page sends: it starts a run. */
export interface StressRequest {
  format: string;
  /** The parameters of the address: epoch, layout, node. */
  params: string;
  clock: Clock;
  /** Whether a new generator makes each ID. */
  each: boolean;
  /** Whether the IDs are made by `batch`. */
  batch: boolean;
  /** The number of IDs to make. */
  total: number;
}

/** What the worker sends, several times per run. */
export interface Progress {
  made: number;
  repeats: number;
  /** The time spent on making IDs, without checking them, in ms. */
  making: number;
  /** IDs per ms of `making` since the last report. */
  rate: number;
  /** Why the run ended early. */
  error?: string;
}

/** A run as the page knows it. */
export interface Run {
  request: StressRequest;
  /** Undefined once the run has ended. */
  worker: Worker | undefined;
  progress: Progress;
  /** IDs per ms of each report. */
  rates: number[];
}

export const NO_PROGRESS: Progress = { made: 0, repeats: 0, making: 0, rate: 0 };
