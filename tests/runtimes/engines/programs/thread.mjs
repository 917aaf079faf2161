// The package in a worker thread, whose output is this process's.

import { Worker } from "node:worker_threads";

new Worker(new URL("./esm.mjs", import.meta.url));
