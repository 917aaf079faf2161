// Runs the program in a worker thread. Its output goes to this process's standard output.

import { Worker } from "node:worker_threads";

new Worker(new URL("./esm.mjs", import.meta.url));
