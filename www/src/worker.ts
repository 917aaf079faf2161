// The workers of the page. They start from the page's own script, so that flakekit is downloaded once.

/** The URL of the page's script, of which `main.ts` is the entry. */
const SCRIPT = (document.querySelector("script[type=module]") as HTMLScriptElement).src;

/** The tasks of workers. */
export type Task = "leases" | "list" | "stress";

/** Starts a worker. `main.ts` reads the task from its name. */
export const newWorker = (task: Task): Worker => new Worker(SCRIPT, { type: "module", name: task });
