// Builds the program of each entry with a bundler, and runs each in a process of its own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/run.mjs";
import { writePrograms } from "./entry-programs.mjs";
import { serveEntries } from "./entry-server.mjs";

/** The code after a program in Node: it runs the program with the context that is the argument of the process. */
const MAIN = 'import { run } from "./PROGRAM.mjs";\nawait run(JSON.parse(process.argv[2]));\nconsole.log("checked");\n';

/** Builds all programs at once, so that they share chunks, and runs them. Resolves to the count of programs. */
export async function runEntries(folder, where, build) {
  // Each row has a folder of its own, because rows run at the same time.
  const written = join(folder, "entries", where);
  mkdirSync(written, { recursive: true });
  const programs = await writePrograms(written, "node");
  const entries = {};
  for (const { path } of programs) {
    entries[path] = join(written, `${path}.main.mjs`);
    writeFileSync(entries[path], MAIN.replace("PROGRAM", path));
  }
  // The folder is outside of the repository, so that no bundle can load the package.
  const out = mkdtempSync(join(tmpdir(), "flakekit-entries-"));
  const server = await serveEntries();
  try {
    await build(entries, out);
    for (const { name, path } of programs) {
      const directory = join(out, "stores", path);
      mkdirSync(directory, { recursive: true });
      const context = JSON.stringify({ origin: server.origin, directory });
      const output = await run("node", [join(out, `${path}.mjs`), context], { cwd: out, quiet: true });
      if (output.trim() !== "checked") throw new Error(`the program of ${name} prints ${output}`);
    }
    return programs.length;
  } finally {
    server.close();
    rmSync(out, { recursive: true, force: true });
  }
}
