// Runs the Rust suites (tests/*.rs) in wasm, by wasm-bindgen-test: in Node, or in Chromium.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "./debian.mjs";
import { CommandError, run } from "./run.mjs";
import { FLAGS } from "../tests/runtimes/browsers/program.mjs";

export function testWasmInNode() {
  return test(["--node"]);
}

export async function testWasmInChromium() {
  const [chromium, driver] = [await program("CHROMIUM"), await program("CHROMEDRIVER")];
  // The driver leaves the browser's profiles in the temporary folder.
  const home = mkdtempSync(join(tmpdir(), "flakekit-core-"));
  const capabilities = join(home, "webdriver.json");
  writeFileSync(capabilities, JSON.stringify({ "goog:chromeOptions": { binary: chromium, args: FLAGS } }));
  const env = {
    TMPDIR: home,
    WASM_BINDGEN_USE_BROWSER: "1",
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: capabilities,
    // Seconds. The defaults, 5 and 20, are too short for a busy machine.
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
    WASM_BINDGEN_TEST_TIMEOUT: "120",
  };
  try {
    return await test(["--headless", "--chrome", "--chromedriver", driver], env);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs the suites; resolves to how many tests passed. */
async function test(where, env = {}) {
  const output = await run("wasm-pack", ["test", ...where, "--mode", "no-install"], {
    quiet: true,
    // wasm-bindgen's runner reads all debug information: with it, the suites take 2.7 times as long.
    env: { ...env, CARGO_PROFILE_DEV_DEBUG: "0" },
  });
  const suites = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  if (suites.length === 0) throw new CommandError(`no test was run:\n${output}`);
  return `${suites.reduce((sum, [, count]) => sum + Number(count), 0)} tests`;
}
