// llms.txt of the documents: its form is that of llmstxt.org, and it says what the README and the list of guides say.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { llmsText, writeLlms } from "../../scripts/site/llms.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const linksIn = (text) => Array.from(text.matchAll(/\]\(((?!https?:)[^)#]+)/g), ([, path]) => path);

test("llms.txt has a name, a summary, what the README says first, and lists of links", () => {
  const [name, summary, ...rest] = llmsText().split("\n\n");
  assert.equal(name, "# flakekit");
  assert.ok(summary.startsWith("> ") && !summary.includes("\n"));
  const readme = read("README.md");
  assert.ok(readme.replaceAll("\n", " ").includes(summary.slice(2)));
  const [intro] = rest.join("\n\n").split("\n## ");
  assert.doesNotMatch(intro, /^#/m);
  for (const block of [/```js\n[^]*?```/, /\| do you need \|[^]*?\n\n/, /\| the IDs are made by \|[^]*?\n\n/]) {
    const [own] = readme.match(block);
    assert.ok(intro.replaceAll("markdown/", "").includes(own.trim()), own);
  }
  const headings = llmsText().match(/^#+ .+$/gm);
  assert.deepEqual(headings, ["# flakekit", "## Guides", "## Optional"]);
  for (const line of llmsText()
    .split("\n## ")
    .slice(1)
    .flatMap((part) => part.trim().split("\n").slice(2)))
    assert.match(line, /^- \[[^\]]+\]\(markdown\/[\w./-]+\.md\): \S/);
});

test("llms.txt names each guide, and each of its links leads to a document beside it, which has the examples that it links", () => {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    writeLlms(folder);
    const text = readFileSync(join(folder, "llms.txt"), "utf8");
    assert.equal(text, llmsText());
    const links = linksIn(text);
    for (const name of readdirSync(join(root, "docs")).filter((name) => name !== "README.md"))
      assert.ok(links.includes(`markdown/docs/${name}`), name);
    for (const link of links) {
      assert.ok(existsSync(join(folder, link)), link);
      assert.equal(readFileSync(join(folder, link), "utf8"), read(link.replace("markdown/", "")));
    }
    const guide = readFileSync(join(folder, "markdown/docs/production.md"), "utf8");
    const examples = linksIn(guide).filter((link) => link.includes("examples/"));
    assert.ok(examples.length > 5);
    for (const link of examples) assert.ok(existsSync(join(folder, "markdown/docs", link)), link);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
