// Which tests run the code of the documents.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { blocksFor, blocksOf, checkedCode, documents } from "../../scripts/documents.mjs";
import { root } from "../../scripts/run.mjs";

const blocks = documents().flatMap((document) => blocksOf(document, "js"));

test("each block of JavaScript in the documents runs by itself in one project, or is a file that a test uses", () => {
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
      [...users, ...siblings].some((text) => text.includes(name)),
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
