// Starts a real etcd of one member for a test, on free ports of the loopback, with its data in a temporary folder.

import { once } from "node:events";
import { rmSync } from "node:fs";
import { program } from "../../../scripts/debian.mjs";
import { forgetProcess, guardProcess } from "./guard.mjs";
import { freePort, newFolder, startAsUser } from "./user.mjs";

/** Starts a server that ends with the test. Resolves to its URL. */
export async function startEtcd(context) {
  const folder = newFolder("etcd");
  const [url, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const addresses = { "listen-client-urls": url, "advertise-client-urls": url, "listen-peer-urls": peers };
  const cluster = { "initial-advertise-peer-urls": peers, "initial-cluster": `default=${peers}` };
  const options = Object.entries({ "data-dir": folder, ...addresses, ...cluster }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const server = startAsUser(await program("ETCD"), options, { stdio: ["ignore", "ignore", "pipe"] });
  const { pid } = server;
  guardProcess(pid, "SIGKILL");
  let log = "";
  server.stderr.on("data", (data) => (log += data));
  const ended = once(server, "exit").then(([code]) => {
    forgetProcess(pid);
    return code;
  });
  context.after(async () => {
    server.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const failed = ended.then((code) => {
    throw new Error(`etcd ended with ${code}:\n${log}`);
  });
  failed.catch(() => undefined);
  await Promise.race([whenHealthy(url), failed]);
  return url;
}

async function whenHealthy(url) {
  const isHealthy = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy()));
}
