// Installs the packages of the benchmarks: the locked peers and the built package.

import { fileURLToPath } from "node:url";
import { build } from "../scripts/build.mjs";
import { installBuilt, installLocked } from "../scripts/install.mjs";
import { step } from "../scripts/run.mjs";
import { setup } from "../scripts/setup.mjs";

const benches = fileURLToPath(new URL(".", import.meta.url));

export async function prepare() {
  await setup();
  await build();
  await step("peers", () => installLocked(benches));
  installBuilt(benches);
}
