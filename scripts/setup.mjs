// Installs the missing tools and packages that the build needs into the repository. It requires Node and Rust (rustup).
// It imports no npm package, because it installs them.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError, main, root, run, step, tools } from "./run.mjs";

const WASM_PACK = "0.15.1";
const TARGET = "wasm32-unknown-unknown";

/** Installs everything that is missing. */
export async function setup() {
  if (!existsSync(tools)) console.log("The first run takes 3 to 6 minutes: two tools are compiled into .tools/.\n");
  await step("Node and Rust", checkToolchains);
  // npm waits for the network most of the time, and cargo computes.
  const dependencies = installNpmDependencies();
  // An error is reported by the step below.
  dependencies.catch(() => undefined);
  await step("wasm target of Rust", addTarget);
  const version = lockedVersion("wasm-bindgen");
  await step(`wasm-pack ${WASM_PACK}, and wasm-bindgen's command ${version}`, (progress) =>
    installBuildTools(version, progress),
  );
  await step("npm dependencies", () => dependencies);
}

async function checkToolchains() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) throw new CommandError(`Node ${process.version} is too old: install Node 20 or newer`);
  const rust = await run("cargo", ["--version"], { quiet: true }).catch(() => {
    throw new CommandError("cargo is not found: install Rust's stable toolchain with rustup, then run this again");
  });
  return `${process.version}, ${rust.split(" ").slice(0, 2).join(" ")}`;
}

async function installNpmDependencies() {
  // npm writes this file at the end of an installation.
  const installed = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return "there";
  await run("npm", ["ci", "--no-audit", "--no-fund"], { quiet: true });
  return "installed";
}

async function addTarget() {
  if (await hasTarget()) return "there";
  await run("rustup", ["target", "add", TARGET], { quiet: true }).catch((error) => {
    throw new CommandError(
      `Rust's ${TARGET} target is missing and could not be added by rustup. ` +
        `Add it by hand (rustup target add ${TARGET}, or your distribution's package), then run this again.\n${error.message}`,
    );
  });
  if (!(await hasTarget()))
    throw new CommandError(`rustup added ${TARGET}, but to another toolchain than that of cargo`);
  return "added";
}

async function hasTarget() {
  const sysroot = (await run("rustc", ["--print", "sysroot"], { quiet: true })).trim();
  return existsSync(join(sysroot, "lib", "rustlib", TARGET, "lib"));
}

/** Without optimisation, debug information and checks, the tools are compiled in half of the time. */
const DEBUG_BUILD = ["--debug", ...profile("debug=0", "debug-assertions=false", "overflow-checks=false")];

/**
 * The runner of tests spends its time in walrus: optimised, it takes 29 s for the suite `wasm` instead of 46 s. Its HTTP
 * client speaks only to the driver of a browser on this machine, so it needs no TLS.
 */
const WASM_BINDGEN_BUILD = [
  ...DEBUG_BUILD,
  ...profile("package.walrus.opt-level=1"),
  ...["--no-default-features", "--bin", "wasm-bindgen", "--bin", "wasm-bindgen-test-runner"],
];

/** The arguments that give cargo settings of its profile `dev`. */
function profile(...settings) {
  return settings.flatMap((setting) => ["--config", `profile.dev.${setting}`]);
}

/** Installs the tools that compile the core, both at once. */
async function installBuildTools(version, progress) {
  const counts = {};
  const install = (crate, ...args) =>
    installCrate(crate, ...args, (count) => {
      counts[crate] = count;
      progress(
        `compiled into .tools, once: ${Object.entries(counts)
          .map((entry) => entry.join(" "))
          .join(", ")}`,
      );
    });
  const outcomes = await Promise.all([
    install("wasm-pack", WASM_PACK, ["wasm-pack"], DEBUG_BUILD),
    install("wasm-bindgen-cli", version, ["wasm-bindgen"], WASM_BINDGEN_BUILD),
  ]);
  return outcomes.includes("installed") ? "installed" : "there";
}

/**
 * Installs a tool into .tools, unless `command --version` prints this version. Calls `onProgress` with how many of its crates
 * are compiled, such as `34 of 195`.
 */
export async function installCrate(crate, version, [command, ...args], options = [], onProgress = () => undefined) {
  const found = await run(command, [...args, "--version"], { quiet: true }).catch(() => "");
  if (found.trim().split(" ").at(-1) === version) return "there";
  await run("cargo", ["install", crate, "--version", version, "--locked", "--root", tools, ...options], {
    quiet: true,
    // Where there is no terminal, cargo prints its bar of progress only if it is told to.
    env: { CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: "80" },
    onOutput: (text) => {
      const count = compiledIn(text);
      if (count !== undefined) onProgress(count);
    },
  });
  return "installed";
}

/**
 * The count of cargo's last bar of progress in a part of its output, such as `34 of 195`; `undefined` if there is no
 * bar.
 */
export function compiledIn(output) {
  const bar = [...output.matchAll(/ Building \[[=> ]*\] (\d+)\/(\d+)/g)].at(-1);
  return bar && `${bar[1]} of ${bar[2]}`;
}

/** The version of a crate in Cargo.lock. The CLI must have the version of the library. */
function lockedVersion(crate) {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const version = lock.match(new RegExp(`name = "${crate}"\\r?\\nversion = "([^"]+)"`))?.[1];
  if (!version) throw new CommandError(`Cargo.lock has no ${crate}`);
  return version;
}

if (process.argv[1]?.endsWith("setup.mjs")) await main(setup);
