// Joins the modules of type declarations into one file: the package publishes one per entry.
//
// Declarations are complete once, in `umd/`: those of an ES module are a line that points there. TypeScript refuses the other
// direction (TS1479).

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Statements that import from, or re-export, another module of the sources. */
const IMPORTS = /^import type \{([^}]*)\} from "(\.\.?\/[^"]+)";\n+/gm;
const EXPORTS = /^export \* from "(\.\/[^"]+)\.js";\n/gm;

/**
 * The text of an entry's declarations, with each module that it re-exports in the place of the statement. `entries` says
 * which modules are other entries, and how this entry imports them: their names are imported once.
 */
export function joinDeclarations(file, entries = {}) {
  const imported = {};
  const [, head, body] = joinModules(file, entries, imported).match(
    /^(\/\*\*(?:(?!\*\/)[^])*@packageDocumentation\n \*\/\n\n)?([^]*)$/,
  );
  const imports = Object.entries(imported).map(([entry, names]) => {
    return `import type { ${[...names].sort().join(", ")} } from "${entry}";\n\n`;
  });
  return `${head ?? ""}${imports.join("")}${body}`;
}

/** The text of a module and of those that it re-exports. Adds the names that they import from other entries. */
function joinModules(file, entries, imported) {
  return readFileSync(file, "utf8")
    .replace(IMPORTS, (_, names, module) => {
      const entry = entries[module];
      const all = names.split(",").map((name) => name.trim());
      if (entry) imported[entry] = new Set([...(imported[entry] ?? []), ...all.filter(Boolean)]);
      return "";
    })
    .replace(EXPORTS, (_, module) =>
      entries[`${module}.js`]
        ? `export * from "${entries[`${module}.js`]}";\n`
        : `${joinModules(join(dirname(file), `${module}.d.ts`), entries, imported)}\n`,
    );
}
