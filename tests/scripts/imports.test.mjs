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

/** The clean repository with two rooms: a keeper, and a store. */
const ROOMS = {
  ...designWith(
    "| `www/`",
    [
      "| `pkg-template/src/keeper/` | keepers | nothing |",
      "| `pkg-template/src/stores/tabs/` | a store | nothing |",
      "| `www/`",
    ].join("\n"),
  ),
  "pkg-template/src/keeper/index.ts": '// Keepers.\n// May import: nothing.\n\nexport * from "./keeper.js";\n',
  "pkg-template/src/keeper/keeper.ts": "export interface Keeper {}\n",
  "pkg-template/src/stores/tabs/index.ts": "// A store.\n// May import: nothing.\n\n",
};

test("rooms at any depth have rows of their own", async () => {
  assert.deepEqual(await problemsWith(ROOMS), []);
  const problems = await problemsWith({
    ...ROOMS,
    "pkg-template/src/stores/tabs/opening.ts": 'import type { Keeper } from "../../keeper/index.js";\n',
  });
  assert.deepEqual(problems, [
    "`pkg-template/src/stores/tabs/opening.ts` imports `keeper`. DESIGN.md allows `pkg-template/src/stores/tabs/` to import nothing.",
  ]);
});

test("an import of another room by another file than its index is a problem", async () => {
  const problems = await problemsWith({
    ...ROOMS,
    "DESIGN.md": ROOMS["DESIGN.md"].replace("a store | nothing", "a store | `keeper`"),
    "pkg-template/src/stores/tabs/index.ts":
      '// A store.\n// May import: `keeper`.\n\nimport type { Keeper } from "../../keeper/keeper.js";\n',
  });
  assert.deepEqual(problems, [
    "`pkg-template/src/stores/tabs/index.ts` imports `keeper/keeper.ts`. Other folders import `keeper/index.ts`.",
  ]);
});

test("the head of a room's index says what the table says", async () => {
  const problems = await problemsWith({
    ...ROOMS,
    "DESIGN.md": ROOMS["DESIGN.md"].replace("a store | nothing", "a store | `keeper`"),
  });
  assert.deepEqual(problems, [
    'The head of `pkg-template/src/stores/tabs/index.ts` must say "May import: `keeper`.", as DESIGN.md does.',
  ]);
});

test("a cycle among files of one module is a problem, types included, in both languages", async () => {
  const problems = await problemsWith({
    ...ROOMS,
    "pkg-template/src/keeper/keeper.ts": 'import type { Clock } from "./clock.js";\n',
    "pkg-template/src/keeper/clock.ts": 'import type { Keeper } from "./keeper.js";\n',
    "src/text/base.rs": "use super::{digits::read, Style};\n",
    "src/text/digits.rs": "fn f() { crate::text::base::write() }\n",
  });
  assert.deepEqual(problems, [
    "src/ has an import cycle: text/base.rs -> text/digits.rs -> text/base.rs.",
    "pkg-template/src/ has an import cycle: keeper/clock.ts -> keeper/keeper.ts -> keeper/clock.ts.",
  ]);
});

test("a file without a row is a problem", async () => {
  const problems = await problemsWith({ "src/layout.rs": "", "pkg-template/src/lease/stores/tabs/index.ts": "" });
  assert.deepEqual(problems, [
    "`src/layout.rs` has no row in DESIGN.md's table of modules.",
    "`pkg-template/src/lease/stores/tabs/` has no row in DESIGN.md's table of modules.",
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

/** The clean repository with the sources of a page, which uses a room of the package. */
const PAGE = {
  ...designWith("| `www/`", "| `pkg-template/src/tables/` | tables | nothing |\n| `www/`"),
  "pkg-template/src/tables/index.ts": '// Tables.\n// May import: nothing.\n\nexport * from "./damage.js";\n',
  "pkg-template/src/tables/damage.ts": "",
  "www/src/README.md": table(
    "| `www/src/state.ts` | what is shown | nothing |",
    "| `www/src/list/` | a view | `pkg-template/src/tables`, `state` |",
  ),
  "www/src/state.ts": "export interface State {}\n",
  "www/src/list/view.ts":
    'import "flakekit";\nimport "./view.css";\nimport "../../../pkg-template/src/tables/index.ts";\nimport type { State } from "../state.ts";\n',
};

test("the page has a table of its own", async () => {
  assert.deepEqual(await problemsWith(PAGE), []);
  const problems = await problemsWith({
    ...PAGE,
    "www/src/read/view.ts": "",
    "www/src/state.ts": 'import "./list/view.ts";',
  });
  assert.deepEqual(problems, [
    "`www/src/read/` has no row in www/src/README.md's table of modules.",
    "`www/src/state.ts` imports `list`. www/src/README.md allows `www/src/state.ts` to import nothing.",
    "www/src/ has an import cycle: list -> state -> list.",
  ]);
});

test("a page that imports the package by another file than a door is a problem, types included", async () => {
  const problems = await problemsWith({
    ...PAGE,
    "www/src/list/view.ts": 'import type { Damage } from "../../../pkg-template/src/tables/damage.ts";\n',
  });
  assert.deepEqual(problems, [
    "`www/src/list/view.ts` imports `pkg-template/src/tables/damage.ts`. Other roots import `pkg-template/src/tables/index.ts`.",
  ]);
});

test("a page that imports a room of the package that its table does not name is a problem", async () => {
  const problems = await problemsWith({
    ...PAGE,
    "www/src/list/view.ts": 'import "../../../pkg-template/src/cli/index.ts";\n',
  });
  assert.deepEqual(problems, [
    "`www/src/list/view.ts` imports `pkg-template/src/cli`. www/src/README.md allows `www/src/list/` to import `pkg-template/src/tables`, `state`.",
  ]);
});

test("a file that adds to the types of another one imports it", async () => {
  const problems = await problemsWith({
    ...PAGE,
    "www/src/list/view.ts":
      'import type { Shown } from "./shown.ts";\ndeclare module "../state.ts" {\n  interface State {\n    list: Shown;\n  }\n}\n',
    "www/src/list/shown.ts": "export interface Shown {}\n",
    "www/src/state.ts": 'import type { Shown } from "./list/shown.ts";\nexport interface State {}\n',
    "www/src/README.md": PAGE["www/src/README.md"].replace("shown | nothing", "shown | `list`"),
  });
  assert.deepEqual(problems, ["www/src/ has an import cycle: list -> state -> list."]);
});

test("a cycle among scripts and tests is a problem, by whatever kind of import", async () => {
  const problems = await problemsWith({
    "scripts/README.md": "",
    "scripts/run.mjs": 'export * from "./output.mjs";\n',
    "scripts/output.mjs": 'const { step } = await import("../tests/support.cjs");\n',
    "tests/README.md": "",
    "tests/support.cjs": 'const { run } = require("../scripts/run.mjs");\n',
    "tests/node_modules/one/a.js": 'import "./b.js";\n',
    "tests/node_modules/one/b.js": 'import "./a.js";\n',
  });
  assert.deepEqual(problems, [
    "The programs have an import cycle: scripts/output.mjs -> tests/support.cjs -> scripts/run.mjs -> scripts/output.mjs.",
  ]);
});

test("a README says what each folder of scripts and tests holds: its own, or one above it", async () => {
  const described = {
    "scripts/README.md": "| folder | holds |\n|---|---|\n| `site/`, `site/parts/` | the site |\n",
    "scripts/site/page.mjs": "",
    "scripts/site/parts/head.mjs": "",
    "tests/README.md": "| `model/` | a crate |\n",
    "tests/fuzz/README.md": "| `lib/` | helpers |\n",
    "tests/fuzz/lib/clock.mjs": "",
    "tests/model/Cargo.toml": "",
    "tests/model/src/main.rs": "",
  };
  assert.deepEqual(await problemsWith(described), []);
  const problems = await problemsWith({
    ...described,
    "scripts/wasm/core.mjs": "",
    "tests/README.md": "The crate is in `model/`.\n\n| `modle/` | a crate |\n",
    "tests/fuzz/data/ids.json": "",
  });
  assert.deepEqual(problems, [
    "No README says what `scripts/wasm/` holds: add a row to `scripts/README.md`.",
    "No README says what `tests/fuzz/data/` holds: add a row to `tests/README.md`.",
    "No README says what `tests/model/` holds: add a row to `tests/README.md`.",
    "tests/README.md has a row for `tests/modle/`, which does not exist.",
  ]);
});

test("a DESIGN.md without the heading is refused", async () => {
  await assert.rejects(problemsWith({ "DESIGN.md": "# Design\n" }), /has no heading "## Modules"/);
});

test("--print gives a table that the check accepts", async () => {
  const printed = await withFiles(CLEAN, printImports);
  assert.deepEqual(await problemsWith({ "DESIGN.md": `## Modules\n\n${printed}\n` }), []);
  assert.match(printed, /^\| `src\/text\/` \| \| `error` \|$/m);
});
