// Joins the modules of type declarations into one file: the package publishes one per entry.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Statements that import from, or re-export, another module of the sources. */
const IMPORTS = /^import type \{([^}]*)\} from "(\.\.?\/[^"]+)";\n+/gm;
const EXPORTS = /^export \* from "(\.\/[^"]+)\.js";\n/gm;

/** The main entry, as modules of other entries import it. */
const MAIN = "../index.js";

/**
 * The text of an entry's declarations, with each module that it re-exports in the place of the statement. What its modules
 * import from the main entry is imported once.
 */
export function joinDeclarations(file) {
  const imported = new Set();
  const [, head, body] = joinModules(file, imported).match(/^(\/\*\*[^]*?\*\/\n\n)?([^]*)$/);
  const names = [...imported].sort().join(", ");
  return `${head ?? ""}${names && `import type { ${names} } from "./index.js";\n\n`}${body}`;
}

/** The text of a module and of those that it re-exports. Adds the names that they import from the main entry. */
function joinModules(file, imported) {
  return readFileSync(file, "utf8")
    .replace(IMPORTS, (_, names, module) => {
      const all = names.split(",").map((name) => name.trim());
      if (module === MAIN) for (const name of all.filter(Boolean)) imported.add(name);
      return "";
    })
    .replace(EXPORTS, (_, module) => `${joinModules(join(dirname(file), `${module}.d.ts`), imported)}\n`);
}
