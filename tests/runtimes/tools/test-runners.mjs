// Rows: tests that use the package, in Jest and Vitest, with and without jsdom.

import { runTool, versionOf } from "./tool.mjs";

function jest(file, environment, loads) {
  return async (context) => {
    const config = { rootDir: "jest", testEnvironment: environment, testMatch: [`**/${file}`], watchman: false };
    // Jest needs this flag of Node to run ES modules.
    const options = { node: ["--experimental-vm-modules", "--no-warnings"] };
    await runTool(context, "jest", ["--ci", "--no-cache", "--config", JSON.stringify(config)], options);
    return { version: `Jest ${versionOf(context, "jest")}`, loads };
  };
}

function vitest(environment) {
  return async (context) => {
    // Without its cache, a file that the other row, which may run at the same time, writes too.
    await runTool(context, "vitest", ["run", "--no-cache", "--root", "vitest", "--environment", environment]);
    return { version: `Vitest ${versionOf(context, "vitest")}`, loads: "index.js" };
  };
}

export const testRunners = [
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
