// The installed command at a terminal, which the program `script` makes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { consumer } from "../../scripts/consumer.mjs";
import { program } from "../../scripts/debian.mjs";

const cli = join(consumer, "node_modules", "flakekit", "cli.js");
const END_OF_INPUT = "\x04";

/**
 * Runs the command at a terminal. Types the given text once the command has written something that matches `after`.
 * Resolves to all text that the terminal shows.
 */
async function atTerminal(args, { env = {}, after, typed, stdin = "" } = {}) {
  const command = `"${process.execPath}" "${cli}" ${args}${stdin}`;
  const plain = { ...process.env, TERM: "xterm", FORCE_COLOR: undefined, NO_COLOR: undefined };
  const child = spawn(await program("SCRIPT_PROGRAM"), ["-qefc", command, "/dev/null"], { env: { ...plain, ...env } });
  let shown = "";
  let isTyped = false;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    shown += text;
    if (after === undefined || isTyped || !after.test(shown)) return;
    isTyped = true;
    child.stdin.write(typed);
  });
  const [code] = await once(child, "close");
  return { code, shown: shown.replaceAll("\r\n", "\n") };
}

test("a command that reads from the terminal says so, what it reads, and how to end", async () => {
  for (const [args, what] of [
    ["decode twitter", "IDs from the terminal, one per line"],
    ["inspect --json", "IDs from the terminal, one per line"],
    ["decode twitter --field id", "JSON from the terminal"],
    ["decode twitter --column id", "a table such as CSV from the terminal"],
  ]) {
    const { code, shown } = await atTerminal(args, { after: /ends the input/, typed: END_OF_INPUT });
    assert.equal(code, 0, shown);
    assert.ok(shown.includes(`flakekit: reading ${what}; Ctrl-D ends the input\n`), shown);
  }
});

test("IDs that are typed are read line by line", async () => {
  const { shown } = await atTerminal("decode twitter", { after: /ends the input/, typed: `5\n${END_OF_INPUT}` });
  assert.match(shown, /^5 +2010-11-04/m);
});

test("a command whose input is no terminal, or that reads none, says nothing", async () => {
  for (const [args, stdin] of [
    ["decode twitter", " < /dev/null"],
    ["decode twitter 5", ""],
  ]) {
    assert.doesNotMatch((await atTerminal(args, { stdin })).shown, /reading/);
  }
});

test("an order of seats is carried out if the user agrees; the end of the input is no agreement", async () => {
  const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    assert.equal((await atTerminal(`new discord --lease "${directory}"`)).code, 0);
    for (const [typed, exit, said] of [
      [END_OF_INPUT, 2, "nothing was changed"],
      ["n\n", 2, "nothing was changed"],
      ["y\n", 0, "space 'discord' is reset"],
    ]) {
      const { code, shown } = await atTerminal(`seats "${directory}" --reset`, { after: /Go on\?/, typed });
      assert.equal(code, exit, shown);
      assert.ok(shown.includes(said), shown);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a terminal gets colour, unless NO_COLOR or its kind forbids it; a pipe gets none", async () => {
  const isColoured = async (args, env) => (await atTerminal(args, { env })).shown.includes("\x1b[");
  for (const args of ["decode twitter 5", "inspect x!", "formats", "help new"]) {
    assert.equal(await isColoured(args), true, args);
    for (const env of [
      { NO_COLOR: "1" },
      { NO_COLOR: "1", FORCE_COLOR: "1" },
      { TERM: "dumb" },
      { FORCE_COLOR: "0" },
    ]) {
      assert.equal(await isColoured(args, env), false, args);
    }
  }
  assert.equal(await isColoured("formats | cat"), false);
});
