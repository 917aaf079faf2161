// The suite `lint`: tools that check the code without running it.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkGenerated } from "../generate.mjs";
import { installPage } from "../site/page.mjs";
import { root, run, step } from "../run.mjs";

const DENY_WARNINGS = ["--", "-D", "warnings"];

/** Cargo computes in one process most of the time, so the tools of JavaScript run beside it. */
export async function lint() {
  await Promise.all([lintRust(), lintJavaScript()]);
  // This step begins after cargo has ended, because it compiles the program that writes the generated files.
  await step("generated files", checkGenerated);
}

async function lintRust() {
  await step("rustfmt", () => run("cargo", ["fmt", "--all", "--check"]));
  await step("clippy", () => clippy("--all-features"));
  // Native benchmarks, the model checker, the simulation and the reader do not compile to wasm, or need not compile.
  const notInWasm = ["native", "lease-model", "lease-scale", "reader"].flatMap((name) => [
    "--exclude",
    `flakekit-${name}`,
  ]);
  await step("clippy on wasm", () => clippy(...notInWasm, "--target", "wasm32-unknown-unknown"));
  await step("rustdoc", () =>
    run("cargo", ["doc", "--workspace", "--no-deps", "--quiet"], { env: { RUSTDOCFLAGS: "-D warnings" } }),
  );
}

function clippy(...options) {
  return run("cargo", ["clippy", "--workspace", "--all-targets", "--quiet", ...options, ...DENY_WARNINGS]);
}

async function lintJavaScript() {
  // The rules of eslint, and tsc, need the types of the page's packages.
  await installPage();
  await step("prettier", () => run("prettier", ["--check", "--log-level", "warn", ...PRETTIER_CACHE, "."]));
  await step("eslint", () => run("eslint", ["--max-warnings", "0", ...eslintCache(), "."]));
  await step("types of the wrapper", () => checkTypes("."));
  await step("types of the stores", () => checkTypes("pkg-template/src/lease/stores"));
  await step("types of the command", () => checkTypes("pkg-template/src/cli"));
  await step("imports", () => run("node", ["scripts/imports.mjs"]));
  await step("types of the page", () => checkTypes("www"));
}

/**
 * The result of prettier follows from the text of a file, so only changed files are read again. This takes 1.4 s
 * instead of 11.7 s.
 */
const PRETTIER_CACHE = ["--cache", "--cache-strategy", "content", "--cache-location", "target/prettier"];

/**
 * The result of eslint for a file follows from its text and, as some rules need types, from all files of TypeScript. So only
 * changed files are read again, and all files after a change of TypeScript. This takes 3 s instead of 50 s.
 */
function eslintCache() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  for (const folder of ["pkg-template", "www/src"].map((name) => join(root, name))) {
    const names = readdirSync(folder, { recursive: true }).filter((name) => /\.ts$|tsconfig\.json$/.test(name));
    for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  }
  const location = join("target", "eslint", hash.digest("hex").slice(0, 16));
  return ["--cache", "--cache-strategy", "content", "--cache-location", location];
}

/**
 * Checks a project that emits nothing. The results of tsc for unchanged files are kept, so the check takes 1.2 s
 * instead of 4 s.
 */
function checkTypes(project) {
  const kept = join(root, "target", "types", project, "kept.json");
  return run("tsc", ["-p", project, "--incremental", "--tsBuildInfoFile", kept]);
}
