// Rows: tests/types, and a program that imports every entry, compiled by several versions of TypeScript, in each module resolution. The options are those of
// tests/types: ES2022 without the types of the DOM and Node.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { runTool, versionOf } from "./tool.mjs";

const tests = join(root, "tests", "types");

/** For each resolution, the option `module` that it requires, and the name of the file for each kind of module. */
const RESOLUTIONS = {
  nodenext: { module: "nodenext", files: { "ES module": "types.mts", CommonJS: "types.cts" } },
  node16: { module: "node16", files: { "ES module": "types.mts", CommonJS: "types.cts" } },
  bundler: { module: "esnext", files: { "ES module": "types.ts" } },
  node10: { module: "commonjs", files: { CommonJS: "types.ts" } },
};

/** A program that imports every entry of the package. */
function importAll({ folder }) {
  const description = readFileSync(join(folder, "node_modules", "flakekit", "package.json"), "utf8");
  const entries = Object.keys(JSON.parse(description).exports).filter((name) => !name.endsWith(".json"));
  return entries.map((name, i) => `export * as entry${i} from "flakekit${name.slice(1)}";\n`).join("");
}

function compile(compiler, resolution, file) {
  return async (context) => {
    const project = join(context.folder, "types", `${compiler}-${resolution}-${file}`);
    mkdirSync(project, { recursive: true });
    copyFileSync(join(tests, "types.ts"), join(project, file));
    const ofEntries = file.replace("types", "entries");
    writeFileSync(join(project, ofEntries), importAll(context));
    const { module } = RESOLUTIONS[resolution];
    const config = {
      extends: join(tests, "tsconfig.json"),
      compilerOptions: { module, moduleResolution: resolution },
      include: [file, ofEntries],
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    const files = await runTool(context, compiler, ["-p", project, "--listFiles"]);
    const declarations = files.split(/\r?\n/).filter((path) => path.includes("node_modules/flakekit/"));
    const loads = declarations.map((path) => basename(path)).join(", ");
    return { version: `TypeScript ${versionOf(context, compiler)}`, loads };
  };
}

function rowsOf(compiler, resolution) {
  return Object.entries(RESOLUTIONS[resolution].files).map(([kind, file]) => ({
    where: `TypeScript, ${resolution}`,
    how: kind,
    run: compile(compiler, resolution, file),
  }));
}

/** The store in Durable Objects, with the types that Cloudflare publishes. */
const cloudflare = ["typescript-5.0", "typescript-7"].map((compiler) => ({
  where: "TypeScript, Cloudflare's types",
  how: "ES module",
  run: async (context) => {
    await runTool(context, compiler, ["-p", join(context.folder, "cloudflare")]);
    const types = versionOf(context, "@cloudflare/workers-types");
    return { version: `TypeScript ${versionOf(context, compiler)}`, loads: `workers.d.ts, workers-types ${types}` };
  },
}));

export const compilers = [
  ...rowsOf("typescript-5.0", "nodenext"),
  ...rowsOf("typescript-7", "nodenext"),
  ...rowsOf("typescript-5.0", "node16"),
  ...rowsOf("typescript-7", "node16"),
  ...rowsOf("typescript-5.0", "bundler"),
  ...rowsOf("typescript-7", "bundler"),
  // The last version that does not report node10 as deprecated.
  ...rowsOf("typescript-5.9", "node10"),
  ...cloudflare,
];
