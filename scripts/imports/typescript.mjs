// Which files a TypeScript file imports, types included.

import { posix } from "node:path";
import ts from "typescript";

/**
 * The paths, from the root of the modules, of the files that are imported or re-exported, and of the files to whose
 * types the file adds (`declare module "../state.ts"`). A module outside of the root has a name: `glue` is
 * pkg-template/core/, which the build writes, `types` is pkg-template/types/, and a room of another root has its path
 * from the repository, beside the `file` that is imported.
 */
export function typeScriptImports({ text, path, rootFolder }) {
  return relativeImports(text)
    .filter((specifier) => !/\.(wasm|css)\b/.test(specifier))
    .map((specifier) => posix.join(rootFolder, posix.dirname(path), specifier))
    .map((target) => {
      if (target.startsWith("pkg-template/core/")) return { external: "glue" };
      if (target.startsWith("pkg-template/types/")) return { external: "types" };
      if (!target.startsWith(`${rootFolder}/`)) return { external: posix.dirname(target), file: target };
      return { path: posix.relative(rootFolder, target).replace(/(\.d)?\.[jt]s$/, ".ts") };
    });
}

/** The specifiers by which a file of TypeScript or JavaScript imports other files of the repository, types included. */
export function relativeImports(text) {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.map(({ fileName }) => fileName).filter((specifier) => specifier.startsWith("."));
}
