// Divides the time of the thread: the work for requests keeps the event loop for at most a slice.

import { performance } from "node:perf_hooks";

/**
 * How long the tasks of all lanes may run before the event loop goes round once, in ms. Timers of the event loop extend
 * the leases, and the event loop accepts one connection in each round. With 5 ms, the same load took as much CPU time,
 * but rounds took up to 24 ms, and `/health` waited for twice as long.
 */
const SLICE = 1;

/** The time that all lanes of a server share. */
export class Turns {
  #end = 0;
  #nextRound: Promise<void> | undefined;

  /** Resolves when there is time for a task. */
  async time(): Promise<void> {
    while (performance.now() >= this.#end) await (this.#nextRound ??= this.#round());
  }

  #round(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#nextRound = undefined;
        this.#end = performance.now() + SLICE;
        resolve();
      });
    });
  }
}

interface Task {
  readonly run: () => void | Promise<void>;
  readonly refuse: (error: unknown) => void;
}

/** Tasks that run one after the other, each when there is time. A task that waits stops its own lane only. */
export class Lane {
  readonly #turns: Turns;
  /** The tasks before `#next` have begun. */
  #tasks: Task[] = [];
  #next = 0;
  #isRunning = false;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Runs a task after those that came before. Resolves or rejects as the task does. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async (): Promise<void> => {
        resolve(await task());
      };
      this.#tasks.push({ run, refuse: reject });
      if (!this.#isRunning) void this.#work();
    });
  }

  /** Refuses all tasks that have not begun. */
  refuseAll(error: unknown): void {
    for (const { refuse } of this.#tasks.splice(this.#next)) refuse(error);
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    await this.#turns.time();
    for (let task; (task = this.#tasks[this.#next]) !== undefined; await this.#turns.time()) {
      this.#next += 1;
      // Many tasks are removed at once, because each removal moves all later tasks.
      if (this.#next * 2 > this.#tasks.length) {
        this.#tasks.splice(0, this.#next);
        this.#next = 0;
      }
      try {
        await task.run();
      } catch (error) {
        task.refuse(error);
      }
    }
    this.#isRunning = false;
  }
}
