// The table of modules in a document, under the heading "## Modules". There may be several tables under the heading:
//   | module | holds | imports |
//   |---|---|---|
//   | `src/layout.rs` | ... | `error`, `limits` |
// `module` is one path or several. `imports` lists names of modules of the same root or outside of it; "nothing" or an
// empty cell allows no import, and "all above" allows the modules of all rows above that are of the same root.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../run.mjs";

/** The rows of all tables of a document: a path each, and the text of the cell of imports. */
export function readTable(repositoryRoot, document) {
  const markdown = readFileSync(join(repositoryRoot, document), "utf8");
  const section = markdown.split(/^## /m).find((text) => /^Modules\s*$/m.test(text.split("\n", 1)[0]));
  if (section === undefined) throw new CommandError(`${document} has no heading "## Modules".`);
  const rows = [];
  let column = -1;
  for (const line of section.split(/\r?\n/)) {
    if (!line.startsWith("|")) {
      column = -1;
      continue;
    }
    const cells = line.split("|").slice(1, -1);
    if (column < 0) {
      column = cells.findIndex((cell) => /\bimports\b/.test(cell));
      if (column < 0) throw new CommandError(`A table of ${document}'s modules has no column "imports": ${line}`);
      continue;
    }
    for (const [, path] of cells[0].matchAll(/`([^`]+)`/g)) rows.push({ path, imports: cells[column] ?? "" });
  }
  return rows;
}

/** The content of a cell of imports: names, whether all modules above are allowed, and the rest of the text. */
export function readImports(cell) {
  const listed = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const words = cell.replace(/`[^`]+`/g, "").replaceAll(",", " ");
  const unknownText = words.replace(/\ball above\b|\bnothing\b/, "").trim();
  return { listed, allAbove: /\ball above\b/.test(words), unknownText };
}

/** A table of modules with what they import. */
export function writeTable(modules) {
  const rows = [...modules.values()].map(({ path, imports }) => {
    const list = [...imports.keys()].toSorted().map((name) => `\`${name}\``);
    return `| \`${path}\` | | ${list.join(", ") || "nothing"} |`;
  });
  return ["| module | holds | imports |", "|---|---|---|", ...rows].join("\n");
}
