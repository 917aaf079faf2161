// Which tests run the code of the documents.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allBlocks, blocksFor, blocksOf, checkedCode } from "../../scripts/documents.mjs";
import { root } from "../../scripts/run.mjs";

const blocks = allBlocks();

test("each block of JavaScript and TypeScript in the documents runs by itself in one project, or is a file that a test uses", () => {
  const alone = ["tests/js", "tests/runtimes/tools", "tests/servers"].flatMap(blocksFor);
  const files = blocks.filter(({ name }) => name !== undefined);
  assert.deepEqual([...alone, ...files].map(({ where }) => where).sort(), blocks.map(({ where }) => where).sort());
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
