// Joins the modules of type declarations into one file: the package publishes one per entry.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Statements that import from, or re-export, another module of the sources. Imports of the main entry stay. */
const IMPORTS = /^import type \{[^}]*\} from "(?!\.\/index\.js)\.\.?\/[^"]+";\n+/gm;
const EXPORTS = /^export \* from "(\.\/[^"]+)\.js";\n/gm;

/** The text of a declaration file, with each module that it re-exports in the place of the statement. */
export function joinDeclarations(file) {
  return readFileSync(file, "utf8")
    .replace(IMPORTS, "")
    .replace(EXPORTS, (_, module) => `${joinDeclarations(join(dirname(file), `${module}.d.ts`))}\n`);
}
