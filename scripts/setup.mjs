// Installs what the build needs and what is missing, into the repository. It requires Node and Rust (rustup), and imports
// no npm package, because it installs them.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError, main, root, run, step, tools } from "./run.mjs";

const WASM_PACK = "0.15.1";
const TARGET = "wasm32-unknown-unknown";

/** Installs everything that is missing. */
export async function setup() {
  await step("Node and Rust", checkToolchains);
  await step("npm dependencies", installNpmDependencies);
  await step("wasm target of Rust", addTarget);
  await step(`wasm-pack ${WASM_PACK}`, () => installCrate("wasm-pack", WASM_PACK, ["wasm-pack"]));
  const version = lockedVersion("wasm-bindgen");
  await step(`wasm-bindgen CLI ${version}`, () => installCrate("wasm-bindgen-cli", version, ["wasm-bindgen"]));
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

/** Installs a tool into .tools, unless `command --version` prints this version. */
export async function installCrate(crate, version, [command, ...args]) {
  const found = await run(command, [...args, "--version"], { quiet: true }).catch(() => "");
  if (found.trim().split(" ").at(-1) === version) return "there";
  console.error(`         compiling ${crate} ${version} into .tools: this takes some minutes, once`);
  await run("cargo", ["install", crate, "--version", version, "--locked", "--root", tools], { quiet: true });
  return "installed";
}

/** The version of a crate in Cargo.lock. The CLI must have the version of the library. */
function lockedVersion(crate) {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const version = lock.match(new RegExp(`name = "${crate}"\\r?\\nversion = "([^"]+)"`))?.[1];
  if (!version) throw new CommandError(`Cargo.lock has no ${crate}`);
  return version;
}

if (process.argv[1]?.endsWith("setup.mjs")) await main(setup);
