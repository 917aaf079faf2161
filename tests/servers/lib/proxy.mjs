// A proxy in front of a server, which a test lets fail.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Proxy {
  url;
  port;
  /** The port of the server, for new connections. */
  target;
  /** Called with each piece of replies; resolves when the piece may go on. */
  hold = async () => undefined;
  #pairs = new Set();
  #isCut = false;

  /** Starts a proxy, which ends with the test. */
  static async start(context, { port }) {
    const proxy = new Proxy();
    proxy.target = port;
    const server = createServer((client) => proxy.#join(client, connect(proxy.target, "127.0.0.1")));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    proxy.port = server.address().port;
    proxy.url = `redis://127.0.0.1:${proxy.port}`;
    context.after(() => {
      proxy.cut();
      server.close();
    });
    return proxy;
  }

  #join(client, server) {
    const pair = [client, server];
    for (const end of pair) {
      end.on("error", () => undefined);
      end.on("close", () => {
        this.#pairs.delete(pair);
        pair.forEach((one) => one.destroy());
      });
    }
    if (this.#isCut) return void client.destroy();
    this.#pairs.add(pair);
    client.on("data", (data) => server.write(data));
    let last = Promise.resolve();
    server.on("data", (data) => {
      last = last.then(() => this.hold(data)).then(() => void client.write(data));
    });
  }

  /** Ends all connections, and refuses new ones. */
  cut() {
    this.#isCut = true;
    for (const pair of this.#pairs) pair.forEach((end) => end.destroy());
  }

  /** Lets new connections through again. */
  mend() {
    this.#isCut = false;
  }
}
