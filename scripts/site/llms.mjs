// Makes llms.txt of the README and of the list of guides, in the form of https://llmstxt.org: what the package is, and where its
// documents are, for readers that are programs. The documents are beside it, as Markdown.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "../run.mjs";

/** The folder of the documents in Markdown, from llms.txt. */
const MARKDOWN = "markdown";

const LIST = "docs/README.md";

const read = (path) => readFileSync(join(root, path), "utf8");

/** The content of a section of the README, until the next heading. */
const section = (readme, heading) => readme.split(`\n## ${heading}\n`)[1].split("\n## ")[0].trim();

/** The first table of a text. */
const tableIn = (text) => text.split("\n\n").find((paragraph) => paragraph.startsWith("|"));

/** The guides and other documents in the order of their list: their title, their path and what they are about. */
export const listed = () =>
  Array.from(read(LIST).matchAll(/^- \[([^\]]+)\]\(([\w./-]+\.md)\): (.+)$/gm), ([, title, path, about]) => ({
    title,
    path: path.startsWith("../") ? path.slice(3) : `docs/${path}`,
    about,
  }));

/** A link to a document beside llms.txt in place of one to a file of the repository. Other files have no link. */
const withLinks = (text, paths) =>
  text.replace(/\[([^\]]+)\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g, (_, words, path, anchor = "") =>
    paths.includes(path) ? `[${words}](${MARKDOWN}/${path}${anchor})` : words,
  );

/** The text of llms.txt. */
export function llmsText() {
  const readme = read("README.md");
  const documents = listed();
  const [name, summary] = readme.split("\n\n");
  const isGuide = ({ path }) => path.startsWith("docs/");
  const links = (some) =>
    some.map(({ title, path, about }) => `- [${title}](${MARKDOWN}/${path}): ${about}`).join("\n");
  const body = [
    ...readme.match(/^```\w+\n[^]*?^```$/gm).slice(0, 2),
    "Which format to take:",
    tableIn(section(readme, "Which format?")),
    "How to make IDs, by how many processes make them:",
    tableIn(section(readme, "One process or several?")),
    section(readme, "JSON and BIGINT").split("\n\n")[0],
  ];
  return `${[
    name,
    `> ${summary.replaceAll("\n", " ")}`,
    withLinks(
      body.join("\n\n"),
      documents.map(({ path }) => path),
    ),
    `## Guides\n\n${links(documents.filter(isGuide))}`,
    `## Optional\n\n${links([{ title: "README", path: "README.md", about: "all of the package in a few lines each" }, ...documents.filter((one) => !isGuide(one))])}`,
  ].join("\n\n")}\n`;
}

/** The files of examples to which a document links. */
const examplesOf = (path) =>
  Array.from(read(path).matchAll(/\]\(([^)#:]*examples\/[^)#]+)/g), ([, link]) =>
    posix.join(posix.dirname(path), link),
  );

/** Writes llms.txt, the documents that it names, and the examples to which these link into a folder. */
export function writeLlms(folder) {
  writeFileSync(join(folder, "llms.txt"), llmsText());
  const paths = ["README.md", ...listed().map(({ path }) => path)];
  for (const path of new Set([...paths, ...paths.flatMap(examplesOf)])) {
    const copy = join(folder, MARKDOWN, path);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, path), copy);
  }
}
