// Builds tests/reader/, the program with which tests/js/ids/compare.test.mjs compares the package: node scripts/suites/reader.mjs

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { consumer } from "../consumer.mjs";
import { main, root, run } from "../run.mjs";

const PROGRAM = process.platform === "win32" ? "flakekit-reader.exe" : "flakekit-reader";

/** Cargo's profile. It checks arithmetic, and its folder is not locked by the suites that start first. */
const PROFILE = "model";

/** Builds the program, and puts it into the project of the JavaScript suites. */
export async function buildReader() {
  const target = join(root, "target");
  const options = ["--profile", PROFILE, "--target-dir", target];
  await run("cargo", ["build", "--quiet", "--package", "flakekit-reader", ...options], { quiet: true });
  copyFileSync(join(target, PROFILE, PROGRAM), join(consumer, PROGRAM));
}

if (process.argv[1]?.endsWith("reader.mjs")) await main(buildReader);
