// Runs in wasm the Rust suites that tests/rust/main.rs chooses, by wasm-bindgen-test: in Node, or in Chromium.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "../debian.mjs";
import { testRust } from "./rust-tests.mjs";
import { FLAGS } from "../../tests/runtimes/browsers/program.mjs";

export function testWasmInNode() {
  return test();
}

export async function testWasmInChromium() {
  const [chromium, driver] = [await program("CHROMIUM"), await program("CHROMEDRIVER")];
  // The driver leaves the browser's profiles in the temporary folder.
  const home = mkdtempSync(join(tmpdir(), "flakekit-core-"));
  const capabilities = join(home, "webdriver.json");
  writeFileSync(capabilities, JSON.stringify({ "goog:chromeOptions": { binary: chromium, args: FLAGS } }));
  const env = {
    TMPDIR: home,
    CHROMEDRIVER: driver,
    WASM_BINDGEN_USE_BROWSER: "1",
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: capabilities,
    // These times are in seconds. Their defaults, 5 and 20, are too short for a busy machine.
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
    WASM_BINDGEN_TEST_TIMEOUT: "120",
  };
  try {
    return await test(env);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs the suites; resolves to the count of tests that have passed. */
function test(env = {}) {
  // `wasm-pack test` would compile the core twice, for the profiles `dev` and `test`, and look for tests in the core
  // and its examples.
  return testRust(["--target", "wasm32-unknown-unknown", "--test", "rust", "--features", "hidden"], {
    ...env,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "wasm-bindgen-test-runner",
    // The runner reads all debug information: with debug information, the suites take 2.7 times as long.
    CARGO_PROFILE_TEST_DEBUG: "0",
  });
}
