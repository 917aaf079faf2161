// Compiles the WebAssembly modules of the package.

import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run.mjs";
import { adaptModule } from "./core.mjs";
import { adaptGlue, declareExports } from "./glue.mjs";
import { shortenNames } from "./names.mjs";

/** With the compiler's own threshold, the module `reading` is 330 bytes larger, gzipped. The core is smallest with it. */
const INLINES_MORE = "-C llvm-args=-inline-threshold=25";

/**
 * The modules by name: the crate, and options for cargo; the name of its exports in TypeScript, and what they are; the name of
 * the export by which it is recognised if users give it; flags of the compiler; whether it is also translated to JavaScript, and whether it has glue, or that of another module.
 * The order decides the short names.
 */
const MODULES = {
  core: { crate: "bindings", type: "Core", what: "the core", exported: "flakekit", isTranslated: true },
  lease: {
    crate: "bindings/lease",
    type: "LeaseCore",
    what: "the module of leases",
    exported: "flakekit/lease",
    isTranslated: true,
  },
  claimant: {
    crate: "bindings/lease",
    options: ["--no-default-features", "--features=protocol"],
    type: "ClaimantCore",
    what: "the module of leases for claimants",
  },
  keeper: {
    crate: "bindings/lease",
    options: ["--no-default-features"],
    type: "KeeperCore",
    what: "the module of leases for keepers",
  },
  hidden: {
    crate: "bindings/hidden",
    type: "HiddenCore",
    what: "the module of hidden IDs",
    // AES takes words of 32 bits: with those of 64 bits, which it takes by itself, the translation is half as fast.
    flags: '--cfg cpubits="32"',
    isTranslated: true,
  },
  inspect: {
    crate: "bindings/inspect",
    flags: INLINES_MORE,
    type: "Inspector",
    what: "the module of inspection",
    exported: "flakekit/inspect",
    isTranslated: true,
    hasGlue: true,
  },
  reading: {
    crate: "bindings/inspect",
    options: ["--no-default-features"],
    flags: INLINES_MORE,
    glue: "inspect",
    hasGlue: true,
  },
};

export const NAMES = Object.keys(MODULES);

/** The file of a module. */
export const fileOf = (name) => `${name}_bg.wasm`;

/** The file of a module's translation to JavaScript. */
const translationOf = (name) => `${name}-translated`;

/**
 * Compiles a module into a folder: its file, and its glue. A module without glue takes and returns numbers, and imports nothing.
 * So it needs only a declaration of its exports.
 */
export async function compileModule(name, folder) {
  const { crate, options = [], flags, type, what, isTranslated = false, hasGlue = false, glue = name } = MODULES[name];
  const written = glue === name ? folder : join(folder, name);
  const where = ["--target", "web", "--out-dir", written, "--out-name", glue];
  const how = ["--release", "--mode", "no-install", "--no-pack", ...where, "--", ...options];
  const env = flags === undefined ? {} : { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags };
  await run("wasm-pack", ["build", crate, ...how], { quiet: true, env });
  // wasm-pack writes a .gitignore that excludes everything, and npm would obey it.
  rmSync(join(written, ".gitignore"), { force: true });
  if (glue !== name) {
    copyFileSync(join(written, fileOf(glue)), join(folder, fileOf(name)));
    rmSync(written, { recursive: true });
    return;
  }
  if (!hasGlue) {
    rmSync(join(folder, `${name}.js`));
    const exports = declareExports(readFileSync(join(folder, `${fileOf(name)}.d.ts`), "utf8"));
    writeFileSync(
      join(folder, `${name}.d.ts`),
      `/** The exports of ${what}. */\nexport interface ${type} {\n${exports}}\n`,
    );
  }
  if (!isTranslated) return;
  const given = hasGlue ? "imports: object" : "";
  const start = `/** Starts the translation of ${what} to JavaScript. */\nexport function instantiate(${given}): ${type};\n`;
  writeFileSync(
    join(folder, `${translationOf(name)}.d.ts`),
    `import type { ${type} } from "./${name}.js";\n\n${start}`,
  );
}

/**
 * Patches the modules in a folder and their glue, in place. Returns the short names of the modules' imports and exports.
 * `version` is that of the package. `names` are the modules, `shortNames` the short names that others have. Without `translates`,
 * the translations to JavaScript stay as they are, which takes a third of the time.
 */
export async function patchModules(folder, version, { names = NAMES, shortNames = {}, translates = true } = {}) {
  for (const name of names) {
    const { type, exported, isTranslated = false, hasGlue = false, glue = name } = MODULES[name];
    const file = join(folder, fileOf(name));
    if (hasGlue && glue === name) adaptGlue(folder, name, type);
    await adaptModule(file, {
      hasGlue,
      exported: exported && `${exported} ${version}`,
      translation: isTranslated && translates ? join(folder, `${translationOf(name)}.js`) : undefined,
    });
    shortenNames(file, shortNames);
  }
  return shortNames;
}
