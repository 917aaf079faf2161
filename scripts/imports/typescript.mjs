// Which files a TypeScript file imports, types included.

import { posix } from "node:path";
import ts from "typescript";

/**
 * The paths, from the root of the modules, of the files that are imported or re-exported. `glue` and `types` are what is outside of
 * the root: pkg-template/core/, which the build writes, and pkg-template/types/.
 */
export function typeScriptImports({ text, path, rootFolder }) {
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return specifiers
    .filter((specifier) => specifier.startsWith(".") && !specifier.includes(".wasm"))
    .map((specifier) => posix.join(rootFolder, posix.dirname(path), specifier))
    .map((target) => {
      if (target.startsWith("pkg-template/core/")) return { external: "glue" };
      if (target.startsWith("pkg-template/types/")) return { external: "types" };
      return { path: posix.relative(rootFolder, target).replace(/(\.d)?\.[jt]s$/, ".ts") };
    });
}
