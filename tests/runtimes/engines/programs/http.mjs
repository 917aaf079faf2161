// Leases over HTTP: the handler in the runtime's own server, and a lease that asks it.

import { once } from "node:events";
import { createServer } from "node:http";
import { discord } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { handler, http, nodeHandler } from "flakekit/lease/http";
import { answerRedirects, checkRedirects } from "./redirects.mjs";
import { report } from "./report.mjs";

const ids = handler({
  format: discord,
  store: memory(),
  nodes: [0, 15],
  window: 600,
  authorize: (request) => request.headers.get("authorization"),
  secret: "s".repeat(32),
});

/** Starts the server. Returns its port, and a function that stops it. */
async function start() {
  const { Bun, Deno } = globalThis;
  if (Bun) {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: ids });
    return [server.port, () => server.stop(true)];
  }
  if (Deno) {
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => undefined }, ids);
    return [server.addr.port, () => server.shutdown()];
  }
  const server = createServer(nodeHandler(ids)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server.address().port, () => server.close()];
}

const [port, stop] = await start();
const url = `http://127.0.0.1:${port}/ids`;
const one = await lease(discord, { store: http(url, { headers: { authorization: "ada" } }) });
const { until } = one.status();
const id = one.next();
if (!(await ids.owns(id, "ada"))) throw new Error(`${id} is not the caller's`);
while (one.status().until === until) await new Promise((resolve) => setTimeout(resolve, 10));
await one.close();
const refused = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
if (refused.status !== 401) throw new Error(`answered ${refused.status} to nobody`);
await refused.body?.cancel();
await stop();

const other = createServer(nodeHandler(answerRedirects)).listen(0, "127.0.0.1");
await once(other, "listening");
await checkRedirects(discord, lease, http, `http://127.0.0.1:${other.address().port}`);
other.close();
report(import.meta.resolve("flakekit/lease/http"));
