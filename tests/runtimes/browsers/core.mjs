// The core's own tests (tests/*.rs), compiled to wasm and run by wasm-bindgen-test in Node and in a real Chromium.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/run.mjs";
import { FLAGS, program, versionOf } from "./program.mjs";

export async function testInNode() {
  return { version: `Node ${process.versions.node}`, loads: await test(["--node"], {}) };
}

export async function testInChromium() {
  const [chromium, driver] = [await program("CHROMIUM"), await program("CHROMEDRIVER")];
  // The driver leaves the browser's profiles behind, so they get a place to be taken away with.
  const home = mkdtempSync(join(tmpdir(), "flakekit-core-"));
  const capabilities = join(home, "webdriver.json");
  writeFileSync(capabilities, JSON.stringify({ "goog:chromeOptions": { binary: chromium, args: FLAGS } }));
  const env = {
    TMPDIR: home,
    WASM_BINDGEN_USE_BROWSER: "1",
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: capabilities,
    // Seconds; a machine that is busy needs more than the 5 and 20 that are given it otherwise.
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
    WASM_BINDGEN_TEST_TIMEOUT: "120",
  };
  try {
    const loads = await test(["--headless", "--chrome", "--chromedriver", driver], env);
    return { version: `Chromium ${await versionOf(chromium)}`, loads };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function test(where, env) {
  const output = await run("wasm-pack", ["test", ...where, "--mode", "no-install"], { quiet: true, env });
  return `the core, ${passed(output)} tests`;
}

/** How many tests passed, of all the suites that ran. */
function passed(output) {
  const suites = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  if (suites.length === 0) throw new Error(`no test was run:\n${output}`);
  return suites.reduce((sum, [, count]) => sum + Number(count), 0);
}
