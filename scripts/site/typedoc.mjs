// Makes pages of the documents and of the package's types, with a search. They stand in the page's folder docs/.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application, Converter, IndexEvent, ReflectionKind } from "typedoc";
import { readmes } from "../documents.mjs";
import { writeModuleDeclarations } from "../entries.mjs";
import { writeLlms } from "./llms.mjs";
import { built } from "./page.mjs";
import { CommandError, root } from "../run.mjs";
import { PageTheme } from "./typedoc-theme.mjs";

/** The path of the documents in the site. */
export const documentation = join(built, "docs");

const FRONT = "docs/README.md";

/** The styles of the documents: some styles of the page, and their own. */
const STYLES = ["src/style/palette.css", "src/style/shell.css", "docs/style.css"].map((path) =>
  join(root, "www", path),
);

/** The documents by their groups. The front page has the order of the guides. */
function groups() {
  const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}/README.md`);
  const guides = [...readFileSync(join(root, FRONT), "utf8").matchAll(/^- .*\]\((\w[\w-]*\.md)\)/gm)];
  return {
    Guides: ["README.md", ...guides.map(([, name]) => `docs/${name}`)],
    Examples: ["examples/README.md", ...examples.filter((path) => existsSync(join(root, path)))],
    Design: ["DESIGN.md", ...readmes()],
    Project: ["CHANGELOG", "COMPARE", "CONTRIBUTING", "CODE_OF_CONDUCT", "PLATFORM", "SECURITY"].map(
      (name) => `${name}.md`,
    ),
  };
}

const headingIn = (text) => text.match(/^# (.+)$/m)[1];
const textOf = (document) => document.content.map(({ text }) => text).join("");
const headingOf = (path) => headingIn(readFileSync(join(root, path), "utf8"));

/** The complete declarations of the package's entries. */
const declarations = join(root, "target", "declarations");

function entries() {
  rmSync(declarations, { recursive: true, force: true });
  writeModuleDeclarations(declarations);
  const names = readdirSync(declarations, { recursive: true }).filter((name) => name.endsWith(".d.ts"));
  return names
    .toSorted((a, b) => (b === "index.d.ts") - (a === "index.d.ts") || (a < b ? -1 : 1))
    .map((name) => join(declarations, name));
}

/** Gives documents the names of their headings, and their groups, and modules the names by which they are imported. */
function nameReflections(converter, byGroup) {
  const groupOf = Object.entries(byGroup).flatMap(([group, paths]) => paths.map((path) => [headingOf(path), group]));
  const groups = Object.fromEntries(groupOf);
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const heading = headingIn(textOf(document));
    document.frontmatter = { group: groups[heading] };
    // The README has the name of the package, as a module has.
    document.name = heading === "flakekit" ? "README" : heading;
  });
  converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return;
    reflection.name = reflection.name === "index" ? "flakekit" : `flakekit/${reflection.name}`;
  });
}

/** Signs that separate words in code. An asterisk in the index would stand for any characters, and break the search. */
const SIGNS = /[*`"'(){}<>[\]|,;=]+/g;

/** Makes words in the headings of a document count more than words in its text. */
function weighHeadings({ searchResults, searchFields, searchFieldWeights }) {
  searchFieldWeights.headings = 5;
  for (const [i, result] of searchResults.entries()) {
    if (!result.isDocument()) continue;
    const document = textOf(result).replaceAll(SIGNS, " ");
    searchFields[i] = { document, headings: document.match(/^#+ .+$/gm).join("\n") };
  }
}

/** Builds the documents from the built package. */
export async function buildDocuments() {
  const byGroup = groups();
  const app = await Application.bootstrap({
    name: "flakekit",
    entryPoints: entries(),
    tsconfig: join(root, "www", "docs", "tsconfig.json"),
    readme: join(root, FRONT),
    projectDocuments: Object.values(byGroup)
      .flat()
      .map((path) => join(root, path)),
    out: documentation,
    theme: "page",
    customCss: STYLES.at(-1),
    customJs: join(root, "www", "docs", "offline.js"),
    favicon: join(root, "www", "public", "icon.svg"),
    highlightLanguages: [
      "html",
      "javascript",
      "json",
      "jsonc",
      "python",
      "shellscript",
      "sql",
      "text",
      "toml",
      "typescript",
      "yaml",
    ],
    includeVersion: true,
    // Names of files, such as DESIGN.md, are no addresses.
    markdownItOptions: { html: true, linkify: false },
    // Wide tables scroll: see style.css. They get the focus, because not every browser lets the keyboard scroll an
    // element without the focus.
    markdownItLoader: ({ renderer }) => {
      renderer.rules.table_open = () => '<table tabindex="0">\n';
    },
    // The declarations have no lines that a reader could open.
    disableSources: true,
    // The front page has a heading of its own.
    headings: { readme: false },
    // The summary is left out, because links to it name elements that it does not have.
    includeHierarchySummary: false,
    searchInComments: true,
    searchInDocuments: true,
    searchGroupBoosts: { Guides: 20, Examples: 3, Design: 3, Project: 3 },
    sort: ["source-order"],
    sortEntryPoints: false,
    groupOrder: ["Guides", "Examples", "Design", "Project", "Modules", "*"],
    navigation: { includeGroups: true },
    logLevel: "Warn",
    treatWarningsAsErrors: true,
  });
  nameReflections(app.converter, byGroup);
  app.renderer.defineTheme("page", PageTheme);
  app.renderer.on(IndexEvent.PREPARE_INDEX, weighHeadings);
  const project = await app.convert();
  if (project) {
    app.validate(project);
    await app.generateOutputs(project);
    const styles = STYLES.map((path) => readFileSync(path, "utf8"));
    writeFileSync(join(documentation, "assets", "custom.css"), styles.join("\n"));
    writeLlms(documentation);
  }
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new CommandError("TypeDoc warned; see above");
}
