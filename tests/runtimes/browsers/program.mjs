// The browsers that the tests start.

import { run } from "../../../scripts/run.mjs";

export { program } from "../../../scripts/debian.mjs";

/** Chromium's flags: without a sandbox, as root and containers need it, and without requests of its own. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The version that a program prints, in an environment if it needs one. */
export async function versionOf(path, env = {}) {
  const output = await run(path, ["--version"], { quiet: true, env });
  return output.match(/\d+(\.\w+)+/)[0];
}
