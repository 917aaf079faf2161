// Rows: runtimes outside browsers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeJsr } from "../../../scripts/jsr.mjs";
import { CommandError, run } from "../../../scripts/run.mjs";
import { rows as servers } from "./serve.mjs";
import { rows as workers } from "./workers/rows.mjs";

/**
 * A row that runs a program, which prints its result as JSON. Some versions of V8 print a warning of `--jitless` before
 * the result.
 */
function row(where, how, runtime, ...args) {
  return {
    where,
    how,
    run: async ({ folder }) => {
      const command = join(folder, "node_modules", ...runtime);
      const said = await run(command, args, { cwd: folder, quiet: true });
      return JSON.parse(said.trim().split("\n").at(-1));
    },
  };
}

/** The text that the console shows for a generator and a format, without quotes, commas and spaces, which differ. */
const LOGGED =
  "{format:discordfields:{workerId:1processId:0}}" +
  "{name:twitterbits:63unit:1epoch:2010-11-04T01:42:54.657Znative:biginttext:decimal" +
  "fields:[timestamp41machineId10(datacenterId5workerId5)sequence12]}";

/** A row that compares the text of the console. The last line of the output is the program's result. */
function logs(where, runtime, ...args) {
  return {
    where,
    how: "console.log",
    run: async ({ folder }) => {
      const command = join(folder, "node_modules", ...runtime);
      const said = await run(command, [...args, "programs/log.mjs"], { cwd: folder, quiet: true });
      const lines = said.trim().split(/\r?\n/);
      const result = lines.pop();
      const logged = lines.join("").replace(/[\s,'"]/g, "");
      if (logged !== LOGGED) throw new CommandError(`the console shows\n${said}`);
      return JSON.parse(result);
    },
  };
}

/** Rows of `flakekit/no-wasm`. V8 has no WebAssembly without a JIT. By the condition, `flakekit` itself is this entry. */
function withoutWasm(where, runtime) {
  const flags = ["--jitless"];
  const asNative = [...flags, "--conditions=react-native"];
  return [
    row(where, "--jitless, flakekit/no-wasm", runtime, ...flags, "programs/no-wasm.mjs"),
    row(where, "--jitless, by the condition, CommonJS, leases", runtime, ...asNative, "programs/no-wasm.cjs"),
  ];
}

const nodes = [20, 22, 24, 26].flatMap((major) => {
  const node = (how, program) => row(`Node ${major}`, how, [`node${major}`, "bin", "node"], `programs/${program}`);
  return [
    node("ESM", "esm.mjs"),
    node("CommonJS", "commonjs.cjs"),
    node("worker thread", "thread.mjs"),
    node("import and require", "both.mjs"),
    node("leases", "lease.mjs"),
    node("leases, CommonJS", "lease.cjs"),
    node("leases over HTTP", "http.mjs"),
    node("hidden IDs", "hide.mjs"),
    ...withoutWasm(`Node ${major}`, [`node${major}`, "bin", "node"]),
    logs(`Node ${major}`, [`node${major}`, "bin", "node"]),
  ];
});

const deno = (how, ...args) =>
  row("Deno", how, [".bin", "deno"], "run", "--quiet", "--no-prompt", "--no-remote", ...args);
const bun = (how, program) => row("Bun", how, [".bin", "bun"], `programs/${program}`);

/** A dry run of publishing to JSR. The dry run obeys .gitignore, so it runs outside of the repository. */
async function publish({ folder }) {
  const binary = join(folder, "node_modules", ".bin", "deno");
  const cwd = mkdtempSync(join(tmpdir(), "flakekit-jsr-"));
  try {
    writeJsr(cwd, join(folder, "node_modules", "flakekit"));
    const env = { NO_COLOR: "1" };
    const said = await run(binary, ["publish", "--dry-run", "--allow-dirty"], { cwd, env, quiet: true });
    if (/warning\[|error\[/.test(said)) throw new CommandError(said);
    return {
      version: (await run(binary, ["-V"], { quiet: true })).trim().split(" ")[1],
      loads: "every entry but those without WebAssembly",
    };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

export const rows = [
  ...nodes,
  deno("ESM, no permissions", "--node-modules-dir=manual", "programs/esm.mjs"),
  deno("leases", "--node-modules-dir=manual", "--allow-all", "programs/lease.mjs"),
  deno("leases over HTTP", "--node-modules-dir=manual", "--allow-all", "programs/http.mjs"),
  deno("hidden IDs", "--node-modules-dir=manual", "programs/hide.mjs"),
  deno("TypeScript, a script by itself", "--no-config", "--no-npm", "--check", "programs/script.ts"),
  logs("Deno", [".bin", "deno"], "run", "--quiet", "--no-prompt", "--no-remote", "--node-modules-dir=manual"),
  { where: "JSR", how: "deno publish --dry-run", run: publish },
  bun("ESM", "esm.mjs"),
  bun("CommonJS", "commonjs.cjs"),
  bun("import and require", "both.mjs"),
  bun("leases", "lease.mjs"),
  bun("leases, CommonJS", "lease.cjs"),
  bun("leases over HTTP", "http.mjs"),
  bun("hidden IDs", "hide.mjs"),
  logs("Bun", [".bin", "bun"]),
  ...servers,
  ...workers,
];
