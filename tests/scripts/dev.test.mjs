// Which tests `npm run dev` runs after a change, and what it builds.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { rooms } from "../../scripts/consumer.mjs";
import { planFor, WATCHED } from "../../scripts/dev/plan.mjs";
import { root } from "../../scripts/run.mjs";
import { testFiles } from "../../scripts/suites/node-tests.mjs";

const TEXTS = {
  "ids/texts.test.mjs": 'import { size } from "../support/shared.mjs";',
  "ids/times.test.mjs": "",
  "lease/keeper.test.mjs": "",
  "lease/file.test.mjs": "",
  "lease/file-steps.test.mjs": "",
  "generators/turns.test.mjs": "",
  "package/entries.test.mjs": "",
  "package/budgets.test.mjs": "",
};

const NOTHING = { modules: [], builds: false, generates: false, native: [], tests: [] };

const PLANS = {
  "pkg-template/src/ids/texts.ts": { builds: true, tests: ["ids/texts.test.mjs"] },
  // No test has its name, so all of its room.
  "pkg-template/src/formats/sno.ts": { builds: true, tests: ["ids/texts.test.mjs", "ids/times.test.mjs"] },
  "pkg-template/src/lease/keeper/keeper.ts": { builds: true, tests: ["lease/keeper.test.mjs"] },
  "pkg-template/src/lease/stores/file/index.ts": {
    builds: true,
    tests: ["lease/file.test.mjs", "lease/file-steps.test.mjs"],
  },
  // Budgets are of the minified package.
  "pkg-template/src/entries/main.ts": { builds: true, tests: ["package/entries.test.mjs"] },
  "src/sequencer/turns.rs": {
    modules: ["core"],
    builds: true,
    native: ["turns"],
    tests: ["generators/turns.test.mjs"],
  },
  "src/text/mod.rs": {
    ...{ modules: ["core", "inspect"], builds: true, generates: true, native: ["text"] },
    tests: ["ids/texts.test.mjs"],
  },
  // A file of no room.
  "pkg-template/src/index.ts": { builds: true, tests: ["package/entries.test.mjs"] },
  "tests/rust/leases.rs": { native: ["leases"] },
  "tests/js/ids/times.test.mjs": { tests: ["ids/times.test.mjs"] },
  // A helper: what imports it.
  "tests/js/support/shared.mjs": { tests: ["ids/texts.test.mjs"] },
  "README.md": {},
};

for (const [path, plan] of Object.entries(PLANS)) {
  test(`after a change of ${path}, only what belongs to it is built and tested`, () => {
    assert.deepEqual(planFor([path], TEXTS), { ...NOTHING, ...plan });
  });
}

test("after changes of several files, all that belongs to them is built and tested", () => {
  const { modules, tests } = planFor(
    ["src/lease/step.rs", "src/inspect/weigh.rs", "pkg-template/src/ids/texts.ts"],
    TEXTS,
  );
  assert.deepEqual(modules, ["lease", "claimant", "keeper", "inspect", "reading"]);
  assert.deepEqual(tests.length, 4);
});

test("each room of the package has tests, and is watched", () => {
  const texts = Object.fromEntries(testFiles(join(root, "tests", "js"), rooms).map((file) => [file, ""]));
  const sources = join(root, "pkg-template", "src");
  for (const room of readdirSync(sources)) {
    if (!existsSync(join(sources, room, "index.ts")) && room !== "entries") continue;
    assert.ok(planFor([`pkg-template/src/${room}/x.ts`], texts).tests.length > 0, room);
  }
  for (const folder of WATCHED) assert.ok(existsSync(join(root, folder)), folder);
});
