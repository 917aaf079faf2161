// scripts/release.mjs and scripts/packed-readme.mjs: what keeps a version from being released, and what npm shows.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { writeJsr } from "../../scripts/jsr.mjs";
import { packedReadme } from "../../scripts/packed-readme.mjs";
import { emptyOnNpm, findings, missingFiles } from "../../scripts/release.mjs";
import { root } from "../../scripts/run.mjs";

const READY = {
  versions: { "pkg-template/package.json": "1.2.3", "Cargo.toml": "1.2.3" },
  changelog: "# Changelog\n\n## 1.2.3 - 2026-01-31\n\n### Added\n",
  description: {
    description: "IDs",
    keywords: ["id"],
    license: "MIT",
    repository: { url: "git+https://github.com/some/one.git" },
    homepage: "https://example.org",
    bugs: { url: "https://example.org/bugs" },
    author: "Some One",
  },
  git: { branch: "main", changed: "" },
};

test("a version that is ready has neither faults nor anything to be done", () => {
  assert.deepEqual(findings(READY), { faults: [], open: [] });
});

test("versions that differ are a fault that names both files", () => {
  const versions = { ...READY.versions, "Cargo.toml": "1.2.4" };
  const { faults } = findings({ ...READY, versions });
  assert.deepEqual(faults, [
    "Cargo.toml has version 1.2.4, and pkg-template/package.json has 1.2.3: give both the same",
  ]);
});

test("a section of the changelog without a date is a fault, and none at all is to be done", () => {
  const withChangelog = (changelog) => findings({ ...READY, changelog });
  assert.match(withChangelog("## 1.2.3 - soon\n").faults[0], /'soon'.*2024-01-31/);
  assert.deepEqual(withChangelog("## 1.2.30 - 2026-01-31\n## Unreleased\n").faults, []);
  assert.match(withChangelog("## 1.2.30 - 2026-01-31\n## Unreleased\n").open[0], /"## 1\.2\.3 - <date>"/);
});

test("a missing repository, another branch and changed files are to be done", () => {
  const description = { ...READY.description, repository: undefined };
  const { faults, open } = findings({ ...READY, description, git: { branch: "idea", changed: " M src/lib.rs" } });
  assert.deepEqual(faults, []);
  assert.deepEqual(
    open.map((text) => text.match(/repository|branch|src\/lib\.rs/)[0]),
    ["repository", "branch", "src/lib.rs"],
  );
});

test("each field that npm would show empty is to be stated, and the list says how", () => {
  const fields = (description) =>
    emptyOnNpm(description).map((text) => text.match(/^npm shows no (\w+): .* must state /)[1]);
  assert.deepEqual(fields(READY.description), []);
  assert.deepEqual(fields({}), Object.keys(READY.description));
  assert.deepEqual(fields({ ...READY.description, keywords: [], author: "", bugs: {} }), [
    "keywords",
    "bugs",
    "author",
  ]);
});

test("an entry that is not packed is found, whatever names it", () => {
  const description = {
    bin: { flakekit: "./cli.js" },
    types: "index.d.ts",
    exports: { ".": { workerd: { types: "./index.d.ts", default: "./workerd.js" }, default: "./index.js" } },
  };
  assert.deepEqual(missingFiles(description, ["cli.js", "index.d.ts", "index.js"]), ["workerd.js"]);
  assert.deepEqual(missingFiles(description, ["cli.js", "index.d.ts", "index.js", "workerd.js"]), []);
});

test("JSR has each entry of npm, except those without WebAssembly, with all files that they import, and no scripts", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "flakekit-jsr-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeJsr(folder);
  const { exports: entries } = JSON.parse(readFileSync(join(folder, "jsr.json"), "utf8"));
  const ofNpm = Object.keys(JSON.parse(readFileSync(join(root, "dist", "package.json"), "utf8")).exports);
  assert.deepEqual(
    new Set(Object.keys(entries)),
    new Set(ofNpm.filter((entry) => !/\.wasm$|\.json$|no-wasm$/.test(entry))),
  );
  const needed = new Set(Object.values(entries).map((file) => file.replace("./", "")));
  for (const file of needed) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, path] of text.matchAll(/(?:\bfrom|\bimport|self-types=) ?\(?"(\.[^"]+)"/g))
      if (!path.includes(".wasm")) needed.add(posix.join(posix.dirname(file), path));
  }
  assert.ok([...needed].every((file) => !file.startsWith("umd/")));
});

test("an option that the release does not have is refused before anything is done", async () => {
  const run = promisify(execFile)(process.execPath, ["scripts/release.mjs", "--publish"], { cwd: root });
  await assert.rejects(run, ({ stderr }) => stderr === "'--publish' is no option; there is --dry-run\n");
});

const README = `A [link](DESIGN.md#why), [another](#here), [\`a license\`](LICENSE-MIT) and \`[code](x.md)\`.

![a picture](www/read.png)

\`\`\`js
ids.map([one](two.md));
\`\`\`
`;

test("in the package's README, links to files that are not there are texts, and pictures are left out", () => {
  const packed = packedReadme(README, ["LICENSE-MIT"]);
  assert.match(
    packed,
    /^A link, \[another\]\(#here\), \[`a license`\]\(LICENSE-MIT\) and `\[code\]\(x\.md\)`\.\n\n```js/,
  );
  assert.ok(packed.includes("[one](two.md)"));
});

test("with a repository, they lead there", () => {
  const packed = packedReadme(README, ["LICENSE-MIT"], "https://example.org/blob/v1");
  assert.ok(packed.startsWith("A [link](https://example.org/blob/v1/DESIGN.md#why), [another](#here)"));
  assert.ok(packed.includes("![a picture](https://example.org/blob/v1/www/read.png?raw=true)"));
});
