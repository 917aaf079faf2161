// scripts/imports.mjs, on small repositories.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkImports, printImports } from "../../scripts/imports.mjs";
import { withFiles } from "./support.mjs";

const table = (...rows) => ["## Modules", "| module | holds | imports |", "|---|---|---|", ...rows, ""].join("\n");

const CLEAN = {
  "DESIGN.md": table(
    "| `src/error.rs` | the error | nothing |",
    "| `src/text/` | texts | `error` |",
    "| `src/lib.rs` | the crate | all above |",
    "| `bindings/src/lib.rs`, `bindings/src/memory.rs` | the exports | `core`, `memory` |",
    "| `pkg-template/src/errors.ts` | errors | `types` |",
    "| `pkg-template/src/cli/` | the command | `errors`, `glue` |",
    "| `www/` | the page | the npm package |",
  ),
  "src/error.rs": 'pub struct Error; // use crate::text\nconst TEXT: &str = "use crate::text;";\n',
  "src/text/mod.rs": "use super::error::Error;\nmod base;\n",
  "src/text/base.rs": "use super::Style;\nuse crate::Error;\n",
  "src/lib.rs": "mod error;\nmod text;\npub use error::Error;\n",
  "bindings/src/lib.rs": "mod memory;\nuse crate::memory::Memory;\nuse flakekit::Error;\n",
  "bindings/src/memory.rs": "pub struct Memory;\n",
  "pkg-template/src/errors.ts": 'import type { Code } from "../types/index.js";\n',
  "pkg-template/src/cli/main.ts":
    'import fs from "node:fs";\nimport { x } from "../errors.js";\nimport "../../core/core.js";\nimport "./parse.js";\n',
  "pkg-template/src/cli/parse.ts": "",
  "www/index.html": "",
};

/** The problems of the clean repository with some files changed. */
const problemsWith = (changed) => withFiles({ ...CLEAN, ...changed }, checkImports);

/** The clean DESIGN.md with one text replaced. */
const designWith = (from, to) => ({ "DESIGN.md": CLEAN["DESIGN.md"].replace(from, to) });

test("a repository whose imports are all in the table has no problems", async () => {
  assert.deepEqual(await problemsWith({}), []);
});

test("an import that the table does not allow is a problem, in Rust", async () => {
  const problems = await problemsWith({ "src/text/base.rs": "", ...designWith("texts | `error`", "texts | nothing") });
  assert.deepEqual(problems, ["`src/text/mod.rs` imports `error`. DESIGN.md allows `src/text/` to import nothing."]);
});

test("an import that the table does not allow is a problem, in the bindings", async () => {
  const problems = await problemsWith(designWith("`core`, `memory`", "`memory`"));
  assert.equal(problems.length, 1);
  assert.match(problems[0], /^`bindings\/src\/lib.rs` imports `core`\. .* to import `memory`\.$/);
});

for (const [kind, statement] of [
  ["an import", 'import { x } from "./errors.js";'],
  ["an import of types only", 'import type { X } from "./errors.js";'],
  ["a re-export", 'export * from "./errors.js";'],
  ["a dynamic import", 'const x = await import("./errors.js");'],
  ["an import of a .ts file", 'import { x } from "./errors.ts";'],
]) {
  test(`${kind} that the table does not allow is a problem, in TypeScript`, async () => {
    const problems = await problemsWith({
      "pkg-template/src/values.ts": statement,
      ...designWith("| `www/`", "| `pkg-template/src/values.ts` | values | nothing |\n| `www/`"),
    });
    assert.deepEqual(problems, [
      "`pkg-template/src/values.ts` imports `errors`. DESIGN.md allows `pkg-template/src/values.ts` to import nothing.",
    ]);
  });
}

for (const statement of [
  "use crate::{error::{Error, Code}, text::Style};",
  "use crate::{\n    Error,\n    text,\n};",
  "fn f() -> crate::text::Style { todo() }",
  "use super::text::Style;",
]) {
  test(`Rust's \`${statement.replace(/\s+/g, " ")}\` imports text`, async () => {
    const problems = await problemsWith({
      "src/layout.rs": statement,
      ...designWith("| `src/text/`", "| `src/layout.rs` | fields | `error` |\n| `src/text/`"),
    });
    assert.deepEqual(problems, ["`src/layout.rs` imports `text`. DESIGN.md allows `src/layout.rs` to import `error`."]);
  });
}

test("an import cycle is a problem in both languages, even if the table allows it", async () => {
  const problems = await problemsWith({
    "src/error.rs": "use crate::text::Style;",
    "pkg-template/src/errors.ts": 'import type { Command } from "./cli/main.js";',
    "DESIGN.md": CLEAN["DESIGN.md"]
      .replace("the error | nothing", "the error | `text`")
      .replace("errors | `types`", "errors | `cli`"),
  });
  assert.deepEqual(problems, [
    "src/ has an import cycle: error -> text -> error.",
    "pkg-template/src/ has an import cycle: cli -> errors -> cli.",
  ]);
});

test("a file without a row is a problem", async () => {
  const problems = await problemsWith({ "src/layout.rs": "", "pkg-template/src/generated/records.ts": "" });
  assert.deepEqual(problems, [
    "`src/layout.rs` has no row in DESIGN.md's table of modules.",
    "`pkg-template/src/generated/records.ts` has no row in DESIGN.md's table of modules.",
  ]);
});

test("a row for a path that does not exist is a problem", async () => {
  const problems = await problemsWith(designWith("`www/`", "`web/`"));
  assert.deepEqual(problems, ["DESIGN.md has a row for `web/`, which does not exist."]);
});

test("an allowed import that is not a module is a problem", async () => {
  const problems = await problemsWith(designWith("texts | `error`", "texts | `error`, `errro`"));
  assert.deepEqual(problems, ["The row for `src/text/` allows `errro`, which is not a module of src/."]);
});

test("imports that are not names in backticks are a problem", async () => {
  const problems = await problemsWith(designWith("texts | `error`", "texts | `error` and the like"));
  assert.deepEqual(problems, ['The row for `src/text/` has imports that are no names: "and the like".']);
});

test("'all above' allows no module of a row below", async () => {
  const problems = await problemsWith(designWith("the error | nothing", "the error | all above"));
  assert.deepEqual(problems, []);
  const wrong = await problemsWith({
    "src/error.rs": "use crate::text::Style;",
    "src/text/mod.rs": "",
    "src/text/base.rs": "",
    ...designWith("the error | nothing", "the error | all above"),
  });
  assert.deepEqual(wrong, ["`src/error.rs` imports `text`. DESIGN.md allows `src/error.rs` to import nothing."]);
});

test("a DESIGN.md without the heading is refused", async () => {
  await assert.rejects(problemsWith({ "DESIGN.md": "# Design\n" }), /has no heading "## Modules"/);
});

test("--print gives a table that the check accepts", async () => {
  const printed = await withFiles(CLEAN, printImports);
  assert.deepEqual(await problemsWith({ "DESIGN.md": `## Modules\n\n${printed}\n` }), []);
  assert.match(printed, /^\| `src\/text\/` \| \| `error` \|$/m);
});
