// Rows: the package in bundles, which Node runs. The group `browsers` runs bundles in browsers.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root, run } from "../../../scripts/run.mjs";
import { startsCore } from "../../../tests/runtimes/core.mjs";
import { bundlers, minifiers } from "./bundlers.mjs";
import { runEntries } from "./entries.mjs";

/** The programs that are bundled. */
const programs = [
  { name: "program.mjs", how: "bundle, run by Node", loads: "index.js, inspect.js, bundled" },
  { name: "leases.mjs", how: "leases, bundle, run by Node", loads: "index.js, lease.js, lease/http.js, bundled" },
];

/**
 * A row that bundles a program and runs the bundle. `check` may look at the code of the bundle; its result is in the
 * row.
 */
function row(where, { version, build }, { name, how, loads }, check = () => loads) {
  return {
    where,
    how,
    run: async ({ folder }) => {
      // The folder is outside of the repository, so that the bundle can't load the package.
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
function entriesRow(where, { version, build, buildAll = build }) {
  return {
    where,
    how: "every entry, bundles, run by Node",
    run: async ({ folder }) => {
      const count = await runEntries(folder, where, buildAll);
      return { version, loads: `${count} programs: every entry but those of pages` };
    },
  };
}

/** PLATFORM.md's budget of a bundle that reads IDs of one format, in KiB. */
const [, budget] = readFileSync(join(root, "PLATFORM.md"), "utf8").match(/Discord's: every member \| ([\d.]+) KiB/);

/**
 * The most bytes of a bundle that reads IDs, gzipped. The budget is that of esbuild, to which the code that bundlers
 * add is added. The core alone would be 12 000 bytes.
 */
const MOST_OF_READER = Number(budget) * 1024 + 200;

/** Throws if a bundle that only reads contains the core or anything else that it does not use. */
function checkReader(code) {
  const { length } = gzipSync(code, { level: 9 });
  if (startsCore(code)) throw new Error(`it contains the core: ${length} bytes, gzipped`);
  if (length > MOST_OF_READER) throw new Error(`it has ${length} bytes, gzipped, not ${MOST_OF_READER} at most`);
  return `index.js, without the core: ${length} bytes, gzipped`;
}

const reader = { name: "reader.mjs", how: "who only reads, bundle, run by Node" };

/** The settings of webpack 4 for pages. webpack 4 tries `.wasm` first, and does not know `exports`. */
const OF_WEBPACK_4 = {
  aliasFields: ["browser"],
  extensions: [".wasm", ".mjs", ".js", ".json"],
  mainFields: ["browser", "module", "main"],
};

/** The files of entries, also of entries that have the name of a module. */
const FILES_OF_ENTRIES = {
  flakekit: "index.js",
  "flakekit/inspect": "inspect.js",
  "flakekit/lease": "lease.js",
  "flakekit/lease/http": "lease/http.js",
  "flakekit/no-wasm": "no-wasm.js",
  "flakekit/sql": "sql.js",
};

/** webpack 4 itself needs Babel for the syntax of the package. Its resolver is a package of its own. */
const webpack4 = {
  where: "webpack 4",
  how: "entries are found by their files",
  async run({ folder }) {
    const require = createRequire(join(folder, "rows.mjs"));
    const resolve = require("enhanced-resolve-4").create.sync(OF_WEBPACK_4);
    for (const [entry, file] of Object.entries(FILES_OF_ENTRIES)) {
      const found = resolve(folder, entry);
      if (found !== join(folder, "node_modules", "flakekit", file)) throw new Error(`${entry} is ${found}`);
    }
    const { version } = require("enhanced-resolve-4/package.json");
    return { version: `its resolver, ${version}`, loads: Object.values(FILES_OF_ENTRIES).join(", ") };
  },
};

export const rows = [
  ...Object.entries(bundlers).flatMap(([where, bundler]) => [
    ...programs.map((program) => row(where, bundler, program)),
    entriesRow(where, bundler),
  ]),
  ...Object.entries(minifiers).map(([where, bundler]) => row(where, bundler, reader, checkReader)),
  webpack4,
];
