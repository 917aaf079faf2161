// Attacks on `flakekit serve`, from plain connections, with requests that a client of HTTP would not send.
// `cli/serve-attacks.test.mjs` runs short attacks, and `torture/serve.mjs` long ones.

import { once } from "node:events";
import { connect } from "node:net";

/** A connection of an attacker. Its errors are ignored, because the server may cut the connection. */
export class Attacker {
  /** The count of bytes that have arrived, and when the last byte arrived, by `performance.now()`. */
  bytes = 0;
  lastAt = 0;
  /** The text that has arrived, if it is to be kept. */
  text = "";

  constructor(port, { keeps = false } = {}) {
    this.socket = connect({ host: "127.0.0.1", port });
    this.socket.on("error", () => undefined);
    this.connected = once(this.socket, "connect").then(
      () => true,
      () => false,
    );
    this.closed = new Promise((resolve) => void this.socket.once("close", resolve));
    this.keeps = keeps;
  }

  /** Sends requests without waiting for their answers. */
  send(path, requests = 1, headers = "") {
    this.socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`.repeat(requests));
    return this;
  }

  /** Reads all that arrives. */
  read() {
    this.socket.on("data", (data) => {
      this.bytes += data.length;
      this.lastAt = performance.now();
      if (this.keeps) this.text += data.toString("latin1");
    });
    return this;
  }

  /** Reads nothing: the answers fill the buffers between both ends. */
  readNothing() {
    this.socket.pause();
    return this;
  }

  end() {
    this.socket.destroy();
    return this.closed;
  }
}

/** Opens connections at the same time. Resolves when all have been accepted or refused. */
export async function attackers(port, count, options) {
  const all = Array.from({ length: count }, () => new Attacker(port, options));
  await Promise.all(all.map(({ connected }) => connected));
  return all;
}
