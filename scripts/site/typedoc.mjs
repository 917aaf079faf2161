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

const inPage = (path) => join(root, "www", path);

/** The styles of the documents: some styles of the page, and their own. */
const STYLES = ["src/style/palette.css", "src/style/shell.css", "docs/style.css"].map(inPage);

const SCRIPTS = ["docs/offline.js", "docs/snippets.js"].map(inPage);

/** The guides by the headings of the front page. */
function guides() {
  const [, ...sections] = readFileSync(join(root, FRONT), "utf8").split(/^## /m);
  const linksIn = (section) =>
    Array.from(section.matchAll(/^- .*?\]\((\w[\w-]*\.md)\)/gm), ([, name]) => `docs/${name}`);
  return Object.fromEntries(sections.map((section) => [section.split("\n")[0], linksIn(section)]));
}

/** The documents by their groups. */
function groups() {
  const examples = readdirSync(join(root, "examples")).map((name) => `examples/${name}/README.md`);
  const { Reference, "Quick start": _, ...paths } = guides();
  return {
    "Quick start": ["README.md"],
    ...paths,
    Examples: ["examples/README.md", ...examples.filter((path) => existsSync(join(root, path)))],
    Design: ["DESIGN.md", ...Reference, ...readmes()],
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

/** Makes words in the title of a document count more than words in its headings, and these more than words in its text. */
function weighHeadings({ searchResults, searchFields, searchFieldWeights }) {
  Object.assign(searchFieldWeights, { title: 50, headings: 5 });
  for (const [i, result] of searchResults.entries()) {
    if (!result.isDocument()) continue;
    const document = textOf(result).replaceAll(SIGNS, " ");
    searchFields[i] = { title: result.name, document, headings: document.match(/^#+ .+$/gm).join("\n") };
  }
}

/** The paragraphs of each document by its address, of which the search shows those with the words that were typed. */
function paragraphsOf(documents, router) {
  const plain = (text) =>
    text
      .replaceAll(/\]\([^)]*\)|^[#>-]+ |[*`[\]|]/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  const withoutCode = (text) => text.replaceAll(/^```[^]*?^```$/gm, "");
  const paragraphs = (document) =>
    withoutCode(textOf(document))
      .split(/\n\n|\n(?=- |\|)/)
      .map(plain)
      .filter((text) => /\w/.test(text));
  return Object.fromEntries(documents.map((document) => [router.getFullUrl(document), paragraphs(document)]));
}

/** Builds the documents from the built package. */
export async function buildDocuments() {
  const byGroup = groups();
  const order = Object.keys(byGroup).slice(0, -3);
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
    customJs: SCRIPTS.at(-1),
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
    searchGroupBoosts: { ...Object.fromEntries(order.map((group) => [group, 20])), Examples: 3, Design: 3, Project: 3 },
    sort: ["source-order"],
    sortEntryPoints: false,
    groupOrder: [...order, "Examples", "Design", "Project", "Modules", "*"],
    navigation: { includeGroups: true },
    logLevel: "Warn",
    treatWarningsAsErrors: true,
  });
  nameReflections(app.converter, byGroup);
  app.renderer.defineTheme("page", PageTheme);
  app.renderer.on(IndexEvent.PREPARE_INDEX, weighHeadings);
  let paragraphs;
  // The renderer has its router only while it renders.
  app.renderer.on(IndexEvent.PREPARE_INDEX, ({ searchResults }) => {
    const documents = searchResults.filter((result) => result.isDocument());
    paragraphs = paragraphsOf(documents, app.renderer.router);
  });
  const project = await app.convert();
  if (project) {
    app.validate(project);
    await app.generateOutputs(project);
    const together = (paths) => paths.map((path) => readFileSync(path, "utf8")).join("\n");
    const assets = {
      "custom.css": together(STYLES),
      "custom.js": together(SCRIPTS),
      "paragraphs.json": JSON.stringify(paragraphs),
    };
    for (const [name, text] of Object.entries(assets)) writeFileSync(join(documentation, "assets", name), text);
    writeLlms(documentation);
  }
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new CommandError("TypeDoc warned; see above");
}
