// Rows: tests that use the package, in Jest and Vitest, with and without jsdom; and the tests of examples/vitest/.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../../scripts/documents.mjs";
import { runTool, versionOf } from "./tool.mjs";

function jest(file, environment, loads, rootDir = "jest") {
  return async (context) => {
    const config = { rootDir, testEnvironment: environment, testMatch: [`**/${file}`], watchman: false };
    // Jest needs this flag of Node to run ES modules.
    const options = { node: ["--experimental-vm-modules", "--no-warnings"] };
    await runTool(context, "jest", ["--ci", "--no-cache", "--config", JSON.stringify(config)], options);
    return { version: `Jest ${versionOf(context, "jest")}`, loads };
  };
}

function vitest(environment) {
  return async (context) => {
    // Vitest runs without its cache, because the other row, which may run at the same time, writes the file of the
    // cache too.
    await runTool(context, "vitest", ["run", "--no-cache", "--root", "vitest", "--environment", environment]);
    return { version: `Vitest ${versionOf(context, "vitest")}`, loads: "index.js" };
  };
}

/** Writes the guide's files into a folder of their own, and returns its name. */
function writeGuide({ folder }, name) {
  writeFiles("examples/vitest", join(folder, name));
  return name;
}

/** Writes the guide's tests for Vitest as tests for Jest, by the functions of Jest that the guide names. */
function writeForJest(context) {
  const name = writeGuide(context, "jest-guide");
  const read = (file) => readFileSync(join(context.folder, name, file), "utf8");
  const tests = read("orders.test.js")
    .replace('"vitest"', '"@jest/globals"')
    .replace(/\bvi\b/g, "jest");
  writeFileSync(join(context.folder, name, "orders.spec.js"), tests);
  return name;
}

const guide = [
  {
    where: "Jest, node",
    how: "examples/vitest",
    run: async (context) => {
      return jest("orders.spec.js", "node", "index.js, lease.js, testing.js", writeForJest(context))(context);
    },
  },
  {
    where: "Vitest, node",
    how: "examples/vitest",
    run: async (context) => {
      // `orders.test.js` is made of `orders.test.ts`.
      const filter = ["--root", writeGuide(context, "vitest-guide"), "orders.test"];
      await runTool(context, "vitest", ["run", "--no-cache", ...filter]);
      return { version: `Vitest ${versionOf(context, "vitest")}`, loads: "index.js, lease.js, testing.js" };
    },
  },
];

export const testRunners = [
  ...guide,
  ...["node", "jsdom"].flatMap((environment) => [
    { where: `Jest, ${environment}`, how: "import", run: jest("import.test.mjs", environment, "index.js") },
    { where: `Jest, ${environment}`, how: "require", run: jest("require.test.cjs", environment, "umd/flakekit.js") },
  ]),
  ...["node", "jsdom"].map((environment) => ({
    where: `Vitest, ${environment}`,
    how: "import",
    run: vitest(environment),
  })),
];
