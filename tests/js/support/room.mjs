// Imports a room of the package's sources, for what no entry exports.

import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../scripts/run.mjs";

/** The exports of the door of a room in `pkg-template/src/`, or of another of its files. */
export async function room(path) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "pkg-template", "src", path)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  const [{ text }] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}
