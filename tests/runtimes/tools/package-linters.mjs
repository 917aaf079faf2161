// Rows: publint and attw (Are the types wrong?) on the tarball.

import { runTool, versionOf } from "./tool.mjs";

function linter(name, args) {
  return async (context) => {
    await runTool(context, name, [...args, context.tarball]);
    return { version: versionOf(context, name), loads: "the tarball" };
  };
}

export const packageLinters = [
  { where: "publint", how: "--strict", run: linter("publint", ["run", "--strict"]) },
  {
    where: "attw",
    how: "every entry and resolution",
    run: linter("@arethetypeswrong/cli", ["--no-color"]),
  },
];
