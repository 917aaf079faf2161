// Words with one meaning: DESIGN.md's glossary. Each row is a word that was used in another sense too.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";

/** Where a word may not appear, and what is said there. A path is the beginning of a file's; `except` are lines. */
const ROWS = [
  {
    word: /\brecords?\b/i,
    paths: ["contract/", "bindings/src/", "src/generator/", "pkg-template/src/bridge/", "pkg-template/src/generators/"],
    except: /Record<|MAX_RECORD|space's record/,
    say: "frame: a record is what a store keeps",
  },
  {
    word: /\bidentit(y|ies)\b/i,
    paths: ["pkg-template/src/lease/", "pkg-template/types/lease/"],
    say: "location of a store, mark of a file: an identity decides which IDs a generator can make",
  },
  {
    word: /\bclients?\b/i,
    paths: ["src/lease/", "bindings/lease/", "pkg-template/src/lease/protocol/", "tests/lease-model/"],
    say: "claimant: a client is a connection to a database, or who asks a server",
  },
  {
    word: /\bmeta\b/i,
    paths: ["src/lease/", "pkg-template/src/lease/", "docs/stores.md"],
    // Prisma's errors have a property with this name.
    except: /import\.meta|cause, meta|"meta",|Prisma into `meta`/,
    say: "head: meta is the metadata of a sno",
  },
  {
    word: /\bmembers?\b/i,
    paths: ["src/lease/", "pkg-template/src/lease/"],
    say: "kept lease: a member is one of a class",
  },
  {
    word: /\bshared memory\b/i,
    paths: ["src/", "contract/", "bindings/", "pkg-template/src/bridge/", "pkg-template/src/generators/"],
    say: "buffers: shared memory is what threads share",
  },
  { word: /\btick_ms\b|\bjs_?type\b/i, paths: ["src/", "contract/", "bindings/", "tests/rust/"], say: "unit, native" },
  { word: /\btenanc/i, paths: [""], say: "caller" },
  { word: /\bpooled\b/i, paths: ["src/", "pkg-template/", "docs/"], say: "without its own clock" },
  {
    word: /\bsequence: ["'](reset|rolling|random)/,
    paths: [""],
    say: "sequenceStart: sequence is a field",
  },
];

/** The folders of what is written by hand; in them, the folders of what tools write. */
const FOLDERS = [
  "benches",
  "bindings",
  "contract",
  "docs",
  "examples",
  "pkg-template",
  "scripts",
  "src",
  "tests",
  "www",
];
const WRITTEN = /(^|\/)(core|dist|node_modules|target)\//;

/** The files of these folders and of the top folder, by their paths. */
const files = ["", ...FOLDERS]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== "" }).map((name) =>
      `${folder && `${folder}/`}${name}`.replaceAll("\\", "/"),
    ),
  )
  .filter((path) => /\.(rs|ts|mjs|md)$/.test(path) && !WRITTEN.test(path))
  .filter((path) => path !== "tests/scripts/words.test.mjs" && path !== "CHANGELOG.md");

/** The lines that have a word. */
function linesWith({ word, paths, except }) {
  return files
    .filter((file) => paths.some((path) => file.startsWith(path)))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, i) => (word.test(line) && !except?.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
}

test("the files of all folders are found", () => {
  for (const folder of FOLDERS)
    assert.ok(
      files.some((file) => file.startsWith(`${folder}/`)),
      folder,
    );
  assert.ok(files.length > 500);
});

for (const row of ROWS) {
  test(`where ${row.word} would mean something else, the text says ${row.say}`, () => {
    assert.deepEqual(linesWith(row), []);
  });
}

test("the glossary has each term once, in order", () => {
  const [, glossary] = readFileSync(join(root, "DESIGN.md"), "utf8").match(/^## Glossary\n([^]*?)^## /m);
  const terms = Array.from(glossary.matchAll(/^\| ([^|]+?) \| [^|]+ \|$/gm), ([, term]) => term.toLowerCase()).slice(1);
  assert.ok(terms.length > 40);
  assert.deepEqual(terms, [...new Set(terms)].toSorted());
});
