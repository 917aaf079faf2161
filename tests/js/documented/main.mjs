// main.mjs
import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import { threads } from "flakekit/lease/threads";

const worker = new URL("./worker.mjs", import.meta.url);
const store = threads(); // before it starts workers
new Worker(worker); // a worker thread finds the store by itself
store.serve(fork(worker)); // a child process must be served
