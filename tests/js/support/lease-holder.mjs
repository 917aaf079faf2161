// A program for a process or a thread: leases a seat of a directory as on a host of a given name, reports it, and holds
// the seat until the program is ended.

import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";

const [directory, host] = workerData ?? process.argv.slice(2);
os.hostname = () => host;
await lease(discord, { store: file(directory), nodes: [5, 6], shares: 2 });
if (parentPort === null) console.log("held");
else parentPort.postMessage("held");
setInterval(() => {}, 1e6);
