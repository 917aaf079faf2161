// Starts a real etcd of one member for a test, on free ports of the loopback, with its data in a temporary folder.

import { rmSync } from "node:fs";
import { program } from "../../../scripts/debian.mjs";
import { freePort, newFolder, startServer } from "./user.mjs";
import { until } from "./wait.mjs";

/** Starts a server that ends with the test. Resolves to its URL. */
export async function startEtcd(context) {
  const folder = newFolder("etcd");
  const [url, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const addresses = { "listen-client-urls": url, "advertise-client-urls": url, "listen-peer-urls": peers };
  const cluster = { "initial-advertise-peer-urls": peers, "initial-cluster": `default=${peers}` };
  const settings = { "data-dir": folder, ...addresses, ...cluster };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // The server does not wait for the disk, because no test cuts the power.
  const { failed, kill } = startServer(await program("ETCD"), [...options, "--unsafe-no-fsync"]);
  context.after(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => isHealthy(url), failed);
  return url;
}

function isHealthy(url) {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
