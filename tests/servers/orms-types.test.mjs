// The types of the recipes of docs/orms.md.

import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../../scripts/run.mjs";
import { writeRecipes } from "./lib/recipes.mjs";

test("the recipes of ORMs have no error in TypeScript, where only parameters without a type are allowed", async () => {
  const folder = join(import.meta.dirname, "documented-types");
  const files = Object.keys(writeRecipes(folder));
  const compilerOptions = {
    ...{ allowJs: true, checkJs: true, noEmit: true, strict: true, noImplicitAny: false, skipLibCheck: true },
    ...{ module: "nodenext", target: "es2022", lib: ["es2023", "dom"], types: [] },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
});
