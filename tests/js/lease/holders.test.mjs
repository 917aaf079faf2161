// The message of a lease that finds no free seat says who has the seats: this thread, this process, this host.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { discord } from "flakekit";
import { lease, listSeats } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { ControlledStore, rejected } from "../support/leases.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const FOUR_SEATS = { nodes: [5, 6], shares: 2 };

const PROGRAM = fileURLToPath(new URL("../support/lease-holder.mjs", import.meta.url));

/** Starts another process that holds a seat. Returns a function that ends it. */
async function startProcess(...args) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return () => {
    child.kill();
    return once(child, "exit");
  };
}

/** Starts another thread of this process that holds a seat. Returns a function that ends it. */
async function startThread(...args) {
  const worker = new Worker(PROGRAM, { workerData: args });
  await once(worker, "message");
  return () => worker.terminate();
}

test("the error of a full space counts the seats of the thread, of the process and of the host", async (t) => {
  t.mock.method(os, "hostname", () => "web-1");
  const directory = temporaryDirectory();
  const store = file(directory);
  const ids = await lease(discord, { store, ...FOUR_SEATS });
  t.after(await startThread(directory, "web-1"));
  t.after(await startProcess(directory, "web-1"));
  t.after(await startProcess(directory, "web-2"));
  // The lease has another start, so it needs another seat.
  const refused = lease(discord, { store, ...FOUR_SEATS, sequenceStart: "random", maxWait: 500 });
  const seats = `(4 in all; leased by this thread: 1, by process ${process.pid}: 2, by host 'web-1': 3)`;
  await rejected("NO_FREE_SEAT", refused, seats, "killed");
  await ids.close();
});

test("where the host has no name, the error counts the seats of the thread only, and records name no process", async (t) => {
  for (const hostname of [
    () => "localhost",
    () => "",
    () => {
      throw new Error("not here");
    },
  ]) {
    const mock = t.mock.method(os, "hostname", hostname);
    const store = new ControlledStore();
    const ids = await lease(discord, { store, ...FOUR_SEATS, nodes: [5, 5], shares: 1 });
    const refused = lease(discord, { store, nodes: [5, 5], sequenceStart: "random", maxWait: 500 });
    await rejected("NO_FREE_SEAT", refused, "(1 in all; leased by this thread: 1)");
    assert.doesNotMatch([...store.records("discord").values()].join(), /holder/);
    await ids.close();
    mock.mock.restore();
  }
});

test("a seat that was given up names no process", async (t) => {
  t.mock.method(os, "hostname", () => "web-1");
  const store = new ControlledStore();
  const ids = await lease(discord, { store, nodes: [5, 5] });
  assert.match(store.records("discord").get("seat 5.0"), / holder=[0-9a-f]{16}$/);
  assert.equal((await listSeats(store, "discord")).seats.length, 1);
  await ids.close();
  assert.doesNotMatch(store.records("discord").get("seat 5.0"), /holder/);
});
