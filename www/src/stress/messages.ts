// The messages between the page and its worker.

/** The clocks that a run can use, with their descriptions. */
export const CLOCKS = {
  back: "steps back 250 ms repeatedly",
  real: "real",
  still: "stands still",
} as const;
export type Clock = keyof typeof CLOCKS;
/** With this clock, a run shows how flakekit differs from the plain algorithm. */
export const DEFAULT_CLOCK: Clock = "back";

/**
 * The options of flakekit's generators. As the plain algorithm does, they wait for the next tick when the numbers of a tick are
 * used up. While the clock stands still, no tick comes, so IDs lead the clock by up to a day.
 */
export const POLICIES = {
  real: {},
  back: { onExhausted: "wait", onRollback: "wait", maxWait: 60_000 },
  still: { onExhausted: "lead", onRollback: "lead", maxLead: 86_400_000 },
} as const satisfies Record<Clock, object>;

/** The makers of IDs: this package, and the algorithm that most other packages have. */
export const MAKERS = { flakekit: "flakekit", plain: "the plain algorithm" } as const;
export type Maker = keyof typeof MAKERS;

/** The message of the page, which starts a run. */
export interface StressRequest {
  maker: Maker;
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

/** The message of the worker, several times per run. */
export interface Progress {
  made: number;
  repeats: number;
  /** The time spent on making IDs, without checking them, in ms. */
  making: number;
  /** By how many ms the last ID is ahead of the clock. */
  lead: number;
  /** The reason why the run ended early. */
  error?: string;
}

/** The figures of a worker in a run. */
export interface Lane {
  /** The worker; undefined once it has ended. */
  worker: Worker | undefined;
  progress: Progress;
}

/** A run as the page knows it. Both makers have one request. */
export interface Run {
  request: Omit<StressRequest, "maker">;
  lanes: Record<Maker, Lane>;
}

export const NO_PROGRESS: Progress = { made: 0, repeats: 0, making: 0, lead: 0 };

declare module "../state.ts" {
  interface State {
    /** The current or the last run of the view "Stress". */
    run?: Run | undefined;
  }
}
