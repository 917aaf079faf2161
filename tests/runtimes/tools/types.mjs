// Rows: tests/types compiled by several versions of TypeScript, in each module resolution. The options are those of
// tests/types: ES2022 without the types of the DOM and Node.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { runTool, versionOf } from "./tool.mjs";

const tests = join(root, "tests", "types");

/** For each resolution, the option `module` that it requires, and the name of the file for each kind of module. */
const RESOLUTIONS = {
  nodenext: { module: "nodenext", files: { "ES module": "types.mts", CommonJS: "types.cts" } },
  bundler: { module: "esnext", files: { "ES module": "types.ts" } },
  node10: { module: "commonjs", files: { CommonJS: "types.ts" } },
};

function compile(compiler, resolution, file) {
  return async (context) => {
    const project = join(context.folder, "types", `${compiler}-${resolution}-${file}`);
    mkdirSync(project, { recursive: true });
    copyFileSync(join(tests, "types.ts"), join(project, file));
    const { module } = RESOLUTIONS[resolution];
    const config = {
      extends: join(tests, "tsconfig.json"),
      compilerOptions: { module, moduleResolution: resolution },
      include: [file],
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
  ...rowsOf("typescript-5.0", "bundler"),
  ...rowsOf("typescript-7", "bundler"),
  // The last version that does not report node10 as deprecated.
  ...rowsOf("typescript-5.9", "node10"),
  ...cloudflare,
];
