// Suites that run in lanes: their order, their lines, and how a run ends.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

const urlOf = (path) => JSON.stringify(pathToFileURL(join(root, "scripts", path)));

/** The functions that the programs below use. */
const PRELUDE = `
  import { runInLanes } from ${urlOf("suites/lanes.mjs")};
  import { countTests, write } from ${urlOf("output.mjs")};
  import { run, step } from ${urlOf("run.mjs")};
  const deferred = () => {
    const it = {};
    it.promise = new Promise((resolve) => (it.resolve = resolve));
    return it;
  };
  const node = (code) => run(process.execPath, ["-e", code]);
  const show = ({ rows, error }) =>
    console.log(JSON.stringify({ rows: rows.map(({ name, state, tests }) => [name, state, tests]), error: error?.message }));
`;

/** Starts a program that runs suites, and prints what `runInLanes` returns as JSON. */
function start(code) {
  return spawn(process.execPath, ["--input-type=module", "-e", PRELUDE + code], { stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs such a program; resolves to what it returns and to the lines that its suites print. */
async function lanes(code) {
  const child = start(code);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { ...JSON.parse(stdout || assert.fail(stderr)), lines: stderr.split("\n").filter(Boolean) };
}

test("lanes run side by side, and the suites of a lane one after the other", async () => {
  const { rows } = await lanes(`
    const other = deferred();
    let ended = false;
    show(await runInLanes([
      { name: "waits for the other lane", lane: "a", run: async () => { await other.promise; ended = true; countTests(3); } },
      { name: "comes after it", lane: "a", run: async () => { if (!ended) throw new Error("too early"); } },
      { name: "is the other lane", lane: "b", run: async () => other.resolve() },
    ]));
  `);
  assert.deepEqual(rows, [
    ["waits for the other lane", "ok", 3],
    ["comes after it", "ok", 0],
    ["is the other lane", "ok", 0],
  ]);
});

test("the lines of a suite and of its commands stay together, whatever runs beside it", async () => {
  const { lines } = await lanes(`
    const turns = (name) => async () => {
      for (const turn of [1, 2]) {
        write(name + " " + turn + "\\n");
        await node("console.log('" + name + " command " + turn + "')");
      }
    };
    show(await runInLanes([
      { name: "suite a", lane: "a", run: turns("a") },
      { name: "suite b", lane: "b", run: turns("b") },
    ]));
  `);
  const of = (name) => [`suite ${name}`, ...[1, 2].flatMap((turn) => [`${name} ${turn}`, `${name} command ${turn}`])];
  const inOrder = lines[0] === "suite a" ? ["a", "b"] : ["b", "a"];
  assert.deepEqual(lines, inOrder.flatMap(of));
});

test("the first failure ends what runs, and nothing else is started", async () => {
  const { rows, error, lines } = await lanes(`
    const begun = deferred();
    show(await runInLanes([
      { name: "runs", lane: "a", run: async () => {
        const command = node("setInterval(() => undefined, 1000)");
        begun.resolve();
        await command;
      } },
      { name: "would follow", lane: "a", run: async () => countTests(1) },
      { name: "fails", lane: "b", run: async () => {
        await step("a step", async () => { await begun.promise; throw new Error("no reason"); });
      } },
    ]));
  `);
  assert.deepEqual(rows, [
    ["runs", "ended", 0],
    ["would follow", "not run", 0],
    ["fails", "FAILED", 0],
  ]);
  assert.equal(error, "no reason");
  assert.deepEqual(lines, ["fails", "failed    a step"]);
});

test("a suite whose run has ended by a failure starts no further command", async () => {
  const { error } = await lanes(`
    const failed = deferred();
    show(await runInLanes([
      { name: "is slow", lane: "a", run: async () => {
        await failed.promise;
        // After the failure has been seen.
        await new Promise(setImmediate);
        const refusal = await node("").catch((error) => error.message);
        if (!refusal?.includes("the run ends")) process.exit(1);
      } },
      { name: "fails", lane: "b", run: async () => { failed.resolve(); throw new Error("first"); } },
    ]));
  `);
  assert.equal(error, "first");
});

/** Whether a process is there. */
function exists(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Windows has no signals: there, whoever ends a process ends it at once.
if (process.platform !== "win32") {
  for (const signal of ["SIGINT", "SIGTERM"]) {
    test(`${signal} ends the commands and the processes that they have started`, async () => {
      const child = start(`
        const grandchild = "setInterval(() => undefined, 1000); console.log('pid ' + process.pid)";
        const command = "require('child_process').spawn(process.execPath, ['-e', " + JSON.stringify(grandchild) + "], { stdio: 'inherit' })";
        show(await runInLanes([{ name: "runs", lane: "a", run: () => node(command) }]));
      `);
      const ended = once(child, "exit");
      const printed = text(child.stdout);
      let stderr = "";
      for await (const chunk of child.stderr.setEncoding("utf8")) {
        stderr += chunk;
        if (/pid \d+\n/.test(stderr)) break;
      }
      child.stderr.resume();
      child.kill(signal);
      await ended;
      assert.equal(JSON.parse(await printed).error, `ended by ${signal}`);
      const pid = Number(stderr.match(/pid (\d+)/)[1]);
      // Its parent has ended, so whoever adopts it may not have waited for it yet.
      while (exists(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
}
