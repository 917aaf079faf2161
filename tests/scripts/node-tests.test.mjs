// How files of JavaScript tests are run and reported.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { nodeTests } from "../../scripts/suites/node-tests.mjs";
import { root } from "../../scripts/run.mjs";
import { withFiles } from "./support.mjs";

const PASSES =
  'import { test } from "node:test"; test("it passes", (t) => t.test("so does a part of it", () => undefined));';
const FAILS =
  'import assert from "node:assert"; import { test } from "node:test"; console.log("a hint");' +
  'test("it passes", () => undefined); test("it fails", () => assert.equal(1, 2));';

/** Runs files by the reporter; resolves to what it prints. */
function report(folder, ...names) {
  const options = ["--test", "--test-reporter", join(root, "scripts", "suites", "reporter.mjs")];
  // A run of tests in a run of tests would report to that one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [...options, ...names], { cwd: folder, env }, (_error, stdout) => resolve(stdout));
  });
}

test("each file is reported by a line with its seconds, and all by their number of tests", () =>
  withFiles({ "one.test.mjs": PASSES, "other.test.mjs": PASSES }, async (folder) => {
    const [...lines] = (await report(folder, "one.test.mjs", "other.test.mjs")).split("\n");
    assert.deepEqual(lines.slice(-2), ["tests: 4", ""]);
    assert.deepEqual(
      lines
        .slice(0, -2)
        .map((line) => line.replace(/^ *\d+\.\d s/, "s"))
        .sort(),
      ["s    one.test.mjs", "s    other.test.mjs"],
    );
  }));

test("a failure is reported with its place, its error and what the file has printed", () =>
  withFiles({ "it.test.mjs": FAILS }, async (folder) => {
    const output = await report(folder, "it.test.mjs");
    assert.match(
      output,
      /it\.test\.mjs, FAILED\n\nit\.test\.mjs printed:\na hint\n\n✖ it fails \(it\.test\.mjs:1\)\nAssertionError[^]*1 == 2/,
    );
    assert.doesNotMatch(output, /✖ it passes/);
  }));

test("a file that can't be loaded is reported with its error", () =>
  withFiles({ "it.test.mjs": 'throw new Error("at load");' }, async (folder) => {
    const output = await report(folder, "it.test.mjs");
    assert.match(output, /it\.test\.mjs, FAILED\n[^]*Error: at load/);
  }));

test("a file without tests fails", () =>
  withFiles({ "tests/empty.test.mjs": "", "tests/it.test.mjs": PASSES }, async (folder) => {
    await assert.rejects(
      nodeTests("tests", { cwd: folder, env: { NODE_TEST_CONTEXT: undefined } }),
      /empty\.test\.mjs has no tests/,
    );
  }));

test("words choose the files whose names contain one of them", () =>
  withFiles(
    { "tests/one.test.mjs": PASSES, "tests/other.test.mjs": PASSES, "tests/third.test.mjs": FAILS },
    async (folder) => {
      const options = { cwd: folder, words: ["one", "the"], env: { NODE_TEST_CONTEXT: undefined } };
      assert.equal(await nodeTests("tests", options), "4 tests");
    },
  ));
