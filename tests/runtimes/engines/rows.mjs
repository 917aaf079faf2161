// The runtimes outside browsers.

import { join } from "node:path";
import { run } from "../../../scripts/run.mjs";
import { rows as next } from "./next/rows.mjs";
import { rows as workers } from "./workers/rows.mjs";

/** A row that runs a program and takes what it printed. */
function row(where, how, runtime, ...args) {
  return {
    where,
    how,
    run: async ({ folder }) => {
      const command = join(folder, "node_modules", ...runtime);
      return JSON.parse(await run(command, args, { cwd: folder, quiet: true }));
    },
  };
}

const nodes = [20, 22, 24, 26].flatMap((major) => {
  const node = (how, program) => row(`Node ${major}`, how, [`node${major}`, "bin", "node"], `programs/${program}`);
  return [
    node("ESM", "esm.mjs"),
    node("CommonJS", "commonjs.cjs"),
    node("worker thread", "thread.mjs"),
    node("import and require", "both.mjs"),
  ];
});

const deno = (how, ...args) =>
  row("Deno", how, [".bin", "deno"], "run", "--quiet", "--no-prompt", "--no-remote", ...args);
const bun = (how, program) => row("Bun", how, [".bin", "bun"], `programs/${program}`);

export const rows = [
  ...nodes,
  deno("ESM, no permissions", "--node-modules-dir=manual", "programs/esm.mjs"),
  deno("TypeScript, a script by itself", "--no-config", "--no-npm", "--check", "programs/script.ts"),
  bun("ESM", "esm.mjs"),
  bun("CommonJS", "commonjs.cjs"),
  bun("import and require", "both.mjs"),
  ...workers,
  ...next,
];
