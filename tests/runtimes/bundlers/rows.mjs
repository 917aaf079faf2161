// Rows: the package in bundles, which Node runs. The group `browsers` runs bundles in browsers.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { run } from "../../../scripts/run.mjs";
import { bundlers, minifiers } from "./bundlers.mjs";
import { runEntries } from "./entries.mjs";

/** The programs that are bundled. */
const programs = [
  { name: "program.mjs", how: "bundle, run by Node", loads: "index.js, inspect.js, bundled" },
  { name: "leases.mjs", how: "leases, bundle, run by Node", loads: "index.js, lease.js, lease/http.js, bundled" },
];

/** A row that bundles a program and runs the bundle. `check` may look at its code; what it returns is in the row. */
function row(where, { version, build }, { name, how, loads }, check = () => loads) {
  return {
    where,
    how,
    run: async ({ folder }) => {
      // Outside of the repository, so that the bundle can't load the package.
      const out = mkdtempSync(join(tmpdir(), "flakekit-bundle-"));
      try {
        await build({ bundle: join(folder, name) }, out);
        const file = join(out, "bundle.mjs");
        const output = await run("node", [file], { cwd: out, quiet: true });
        if (output.trim() !== "checked") throw new Error(`the bundle prints ${output}`);
        return { version, loads: check(readFileSync(file)) };
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
    },
  };
}

/** A row that builds and runs a program for each entry of the package. */
function entriesRow(where, { version, build }) {
  return {
    where,
    how: "every entry, bundles, run by Node",
    run: async ({ folder }) => {
      const count = await runEntries(folder, where, build);
      return { version, loads: `${count} programs: every entry but those of pages` };
    },
  };
}

/** The most bytes of a bundle that reads IDs of one format, gzipped. */
const MOST_OF_READER = 6.7 * 1024;

/** Throws if a bundle that only reads contains the core or anything else that it does not use. */
function checkReader(code) {
  const { length } = gzipSync(code, { level: 9 });
  if (code.includes("0061736d")) throw new Error(`it contains the core: ${length} bytes, gzipped`);
  if (length > MOST_OF_READER) throw new Error(`it has ${length} bytes, gzipped, not ${MOST_OF_READER} at most`);
  return `index.js, without the core: ${length} bytes, gzipped`;
}

const reader = { name: "reader.mjs", how: "who only reads, bundle, run by Node" };

export const rows = [
  ...Object.entries(bundlers).flatMap(([where, bundler]) => [
    ...programs.map((program) => row(where, bundler, program)),
    entriesRow(where, bundler),
  ]),
  ...Object.entries(minifiers).map(([where, bundler]) => row(where, bundler, reader, checkReader)),
];
