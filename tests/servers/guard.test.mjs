// Servers do not outlive the process that started them.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether something listens on a port. */
async function isOpen(port) {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

for (const signal of ["SIGINT", "SIGKILL"]) {
  test(`servers end, and their folders are removed, when their process is ended by ${signal}`, async () => {
    const child = fork(join(import.meta.dirname, "lib", "abandoned.mjs"));
    const [{ ports, folder }] = await once(child, "message");
    assert.deepEqual(await Promise.all(ports.map(isOpen)), [true, true, true]);
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    while ((await Promise.all(ports.map(isOpen))).includes(true) || existsSync(folder)) await sleep(20);
  });
}
