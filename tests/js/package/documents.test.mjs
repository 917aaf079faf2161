// Runs the blocks of JavaScript in the documents and in the comments of the types. Blocks that import other packages
// run in tests/runtimes/tools/ and tests/servers/.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { blocksFor, runBlock, runBlocks, writeFiles } from "../../../scripts/documents.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";
import { project } from "../support/project.mjs";

/** The documents whose blocks are for a browser's page. */
const FOR_PAGES = [
  "PLATFORM.md",
  ...["manual", "inspect/manual", "lease/http", "lease/lease", "lease/manual", "lease/no-wasm", "lease/tabs"].map(
    (name) => `pkg-template/types/${name}.d.ts`,
  ),
];

const inPage = [process.execPath, "--import", pathToFileURL(join(project, "support", "page.mjs")).href];

// Some blocks wait for many seconds.
describe("the documents", { concurrency: 8 }, () => {
  const optionsFor = (document) => ({ folder: project, ...(FOR_PAGES.includes(document) && { node: inPage }) });
  const blocks = blocksFor("tests/js");
  for (const block of blocks.filter(({ document }) => document.endsWith(".md"))) {
    test(`the block of ${block.where} runs and gives the values after its arrows`, async () => {
      await runBlock(block, optionsFor(block.document));
    });
  }

  // The many short examples of a file of declarations run in one process.
  for (const document of new Set(blocks.map(({ document }) => document).filter((name) => name.endsWith(".d.ts")))) {
    test(`the examples of ${document} run and give the values after their arrows`, async () => {
      await runBlocks(
        blocks.filter((block) => block.document === document),
        optionsFor(document),
      );
    });
  }

  test("the thread and the child process of the example of threads() make two IDs", async () => {
    const files = writeFiles("pkg-template/types/lease/threads.d.ts", join(project, "documented"));
    const main = fileURLToPath(files["main.mjs"]);
    const { stdout } = await promisify(execFile)(process.execPath, [main], { cwd: temporaryDirectory() });
    const ids = stdout.trim().split("\n");
    assert.equal(ids.length, 2);
    assert.notEqual(ids[0], ids[1]);
  });
});
