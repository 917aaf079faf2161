// The suite `lint`: what tools say of the code without running it.

import { checkGenerated } from "./generate.mjs";
import { installPage } from "./page.mjs";
import { run, step } from "./run.mjs";

const DENY_WARNINGS = ["--", "-D", "warnings"];

/** Cargo computes in one process most of the time, so the tools of JavaScript run beside it. */
export async function lint() {
  await Promise.all([lintRust(), lintJavaScript()]);
  // Not before cargo has ended: it compiles the program that writes them.
  await step("generated files", checkGenerated);
}

async function lintRust() {
  await step("rustfmt", () => run("cargo", ["fmt", "--all", "--check"]));
  await step("clippy", () => clippy("--all-features"));
  // Native benchmarks, the model checker and the simulation do not compile to wasm, or need not.
  const notInWasm = ["native", "lease-model", "lease-scale"].flatMap((name) => ["--exclude", `flakekit-${name}`]);
  await step("clippy on wasm", () => clippy(...notInWasm, "--target", "wasm32-unknown-unknown"));
  await step("rustdoc", () =>
    run("cargo", ["doc", "--workspace", "--no-deps", "--quiet"], { env: { RUSTDOCFLAGS: "-D warnings" } }),
  );
}

function clippy(...options) {
  return run("cargo", ["clippy", "--workspace", "--all-targets", "--quiet", ...options, ...DENY_WARNINGS]);
}

async function lintJavaScript() {
  await step("prettier", () => run("prettier", ["--check", "--log-level", "warn", "."]));
  await step("eslint", () => run("eslint", ["--max-warnings", "0", "."]));
  await step("types of the wrapper", () => run("tsc", ["-p", "."]));
  await step("types of the stores for Node", () => run("tsc", ["-p", "pkg-template/src/lease"]));
  await step("types of the command", () => run("tsc", ["-p", "pkg-template/src/cli"]));
  await step("imports", () => run("node", ["scripts/imports.mjs"]));
  await installPage();
  await step("types of the page", () => run("tsc", ["-p", "www"]));
}
