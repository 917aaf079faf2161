// Waits for events that a server causes by itself.

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long to wait before a condition is asked again, in ms. The server needs the processor in this time. */
const POLL_MS = 20;

/** Resolves when `condition` resolves to true. Rejects if `failed` rejects first. */
export async function until(condition, failed = new Promise(() => undefined)) {
  while (!(await Promise.race([condition(), failed]))) await Promise.race([sleep(POLL_MS), failed]);
}

/** Whether something listens on a port of the loopback. */
export async function isOpen(port) {
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
