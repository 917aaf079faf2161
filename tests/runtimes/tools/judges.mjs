// What publint and attw (Are the types wrong?) say of the tarball.

import { runTool, versionOf } from "./tool.mjs";

function judge(name, args) {
  return async (context) => {
    await runTool(context, name, [...args, context.tarball]);
    return { version: versionOf(context, name), loads: "the tarball" };
  };
}

export const judges = [
  { where: "publint", how: "--strict", run: judge("publint", ["run", "--strict"]) },
  {
    where: "attw",
    how: "every resolution",
    // A wasm file has no types.
    run: judge("@arethetypeswrong/cli", ["--no-color", "--exclude-entrypoints", "./core.wasm", "--"]),
  },
];
