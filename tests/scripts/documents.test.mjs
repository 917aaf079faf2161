// Which tests run the code of the documents.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import {
  allBlocks,
  blocksFor,
  blocksOf,
  checkedCode,
  documents,
  excerptFault,
  isExcerpt,
  readmes,
} from "../../scripts/documents.mjs";
import { root } from "../../scripts/run.mjs";

const blocks = allBlocks();

test("each block of JavaScript and TypeScript in the documents runs by itself in one project, or is a file that a test uses, or an excerpt of an example", () => {
  const alone = ["tests/js", "tests/runtimes/tools", "tests/servers"].flatMap(blocksFor);
  const files = blocks.filter((block) => block.name !== undefined && !isExcerpt(block));
  assert.deepEqual(
    [...alone, ...files, ...blocks.filter(isExcerpt)].map(({ where }) => where).sort(),
    blocks.map(({ where }) => where).sort(),
  );
  const tests = readdirSync(join(root, "tests"), { recursive: true })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => readFileSync(join(root, "tests", name), "utf8"));
  for (const { document, name, where } of files) {
    const users = tests.filter((text) => text.includes(`"${document}"`));
    assert.notEqual(users.length, 0, `no test uses ${where}`);
    // Or another file of the document uses it.
    const siblings = files.filter((file) => file.document === document && file.name !== name).map(({ code }) => code);
    assert.ok(
      [...tests, ...siblings].some((text) => text.includes(name)),
      `nothing uses ${where}, ${name}`,
    );
  }
});

test("each excerpt has the lines of its example, in their order", () => {
  const excerpts = blocks.filter(isExcerpt);
  assert.ok(excerpts.length > 10);
  assert.deepEqual(excerpts.map(excerptFault).filter(Boolean), []);
});

test("a line that the example does not have, or has elsewhere, is a fault of an excerpt", () => {
  const fault = (...lines) =>
    excerptFault({
      where: "page.md:1",
      name: "examples/orms/format.mjs",
      code: ["// examples/orms/format.mjs", ...lines, ""].join("\n"),
    });
  const [first, second] = [
    'import { twitter, withOptions } from "flakekit";',
    'export const format = withOptions(twitter, { epoch: "2024-01-01" });',
  ];
  assert.equal(fault(first, "", second), undefined);
  assert.equal(fault(first, "// …", second), undefined);
  assert.match(fault(first, second), /^page.md:1: examples\/orms\/format.mjs has no/);
  assert.match(fault(second, "// …", first), /^page.md:1: examples\/orms\/format.mjs has no/);
  assert.match(fault(first.replace("twitter", "discord")), /^page.md:1: examples\/orms\/format.mjs has no/);
});

test("an arrow that follows no expression is refused", () => {
  assert.throws(
    () => checkedCode({ code: "1 + 1;\n// → 2\n", where: "page.md:1" }),
    /^Error: page.md:1: 0 of 1 arrows/,
  );
});

test("in comments of types, blocks are found without the margin of the comment", () => {
  const [block] = blocksOf("pkg-template/types/lease.d.ts", "js");
  assert.match(block.code, /^import \{ discord \} from "flakekit";\n/);
});

test("blocks of TypeScript run without their types, and their arrows are checked", () => {
  const block = { code: 'const one: number = 1;\none; // → 1\nimport "./a.ts";\n', where: "page.md:1", language: "ts" };
  const code = checkedCode(block);
  assert.match(code, /\nconst one = 1;\nequalsDocumented\(documented\(one\), 1\);\nimport "\.\/a\.js";\n$/);
});

const read = (path) => readFileSync(join(root, path), "utf8");

/** The folders of code that have READMEs of their own rooms; in them, folders of what tools write. */
const FOLDERS = ["pkg-template/src", "src", "www"];
const WRITTEN = /(^|\/)(core|dist|node_modules|target)\//;

test("DESIGN.md lists each README of a room", () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith("/README.md") && !WRITTEN.test(path)),
  );
  const listed = readmes();
  assert.ok(found.length > 5);
  assert.deepEqual(
    found.filter((path) => !listed.includes(path)),
    [],
  );
});

/** The addresses of a document's headings, as GitHub makes them. */
function anchorsOf(path) {
  const text = read(path).replace(/^```[^]*?^```$/gm, "");
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("each link of a document leads to a file, and to a heading of it", () => {
  const others = ["CONTRIBUTING.md", "CRATE.md", "SECURITY.md"];
  const texts = [...documents(), ...others].filter((path) => path.endsWith(".md"));
  const dead = texts.flatMap((path) => {
    const links = read(path)
      .replace(/^```[^]*?^```$/gm, "")
      .matchAll(/\]\(([^()\s]+)\)/g);
    return Array.from(links, ([, link]) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file, anchor] = link.split("#");
        const target = file === "" ? path : posix.join(dirname(path), file);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
      })
      .map((link) => `${path}: ${link}`);
  });
  assert.deepEqual(dead, []);
});
