// The words that bash, zsh and fish offer when they have loaded the completions of the installed command.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { consumer } from "../../scripts/consumer.mjs";
import { program } from "../../scripts/debian.mjs";

const cli = join(consumer, "node_modules", "flakekit", "cli.js");

/** Lines that a user has typed, the words that must be offered, and the words that must not be offered. */
const LINES = [
  [
    "flakekit ",
    ["new", "decode", "inspect", "scan", "range", "formats", "serve", "seats", "completions", "help"],
    ["discord"],
  ],
  ["flakekit de", ["decode"], ["new", "seats"]],
  ["flakekit new ", ["twitter", "discord", "snowflakeSI"], ["decode"]],
  ["flakekit new tw", ["twitter"], ["discord"]],
  ["flakekit new discord --w", ["--worker-id", "--window"], ["--process-id"]],
  ["flakekit new --as h", ["hex"], ["decimal", "help"]],
  ["flakekit decode discord ", [], ["twitter", "seats"]],
  ["flakekit decode discord --c", ["--column"], ["--count", "--clock-skew"]],
  ["flakekit decode discord --a", ["--as", "--add-columns"], ["--authorize"]],
  ["flakekit decode discord --delimiter ", ["tab"], ["discord"]],
  ["flakekit serve sno di", ["discord"], ["sonyflake"]],
  ["flakekit inspect --format uu", ["uuid", "uuid-v7"], ["ulid"]],
  ["flakekit scan --f", ["--format"], ["--field"]],
  ["flakekit seats --migrate tw", ["twitter"], ["discord"]],
  ["flakekit help se", ["serve", "seats"], ["new"]],
  ["flakekit completions ", ["bash", "zsh", "fish"], ["new"]],
];

/**
 * Tests a shell. `offered` returns the words that the shell offers for a line. It is given the file of the shell's
 * completions.
 */
function testShell(shell, offered) {
  test(`${shell} offers commands, options of a command, formats and encodings`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "flakekit-"));
    try {
      const file = join(folder, "completions");
      writeFileSync(file, execFileSync(process.execPath, [cli, "completions", shell]));
      const path = await program(`${shell.toUpperCase()}_PROGRAM`);
      for (const [line, wanted, unwanted] of LINES) {
        const words = new Set(offered(path, file, line).split(/\s+/));
        for (const word of wanted) assert.ok(words.has(word), `${line}: ${word} is not in ${[...words].join(" ")}`);
        for (const word of unwanted) assert.ok(!words.has(word), `${line}: ${word} is in ${[...words].join(" ")}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const run = (path, args) => execFileSync(path, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

testShell("bash", (path, file, line) => {
  // The words of the line, as bash divides them.
  const script = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _flakekit; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run(path, ["--norc", "-c", script, file, ...line.split(" ")]);
});

testShell("fish", (path, file, line) => {
  const offered = run(path, ["--no-config", "-c", `source ${file}; complete -C '${line}'`]);
  // Each line has a candidate and its description.
  return offered.replace(/\t.*/g, "");
});

testShell("zsh", (path, file, line) => {
  const [candidates, setup] = ["zsh-candidates.zsh", "zsh-setup.zsh"].map((name) => join(import.meta.dirname, name));
  const shown = run(path, ["-f", candidates, setup, file, line]);
  return shown.match(/BEGIN-OF-WORDS([^]*)END-OF-WORDS/)[1];
});

test("bash completes the value after an equals sign, which it makes a word of its own", async () => {
  const script = execFileSync(process.execPath, [cli, "completions", "bash"], { encoding: "utf8" });
  for (const [words, wanted] of [
    [["--as", "=", "h"], "hex"],
    [["--format", "="], "uuid-v7"],
  ]) {
    const all = ["flakekit", "new", ...words].join(" ");
    const call = `${script}\nCOMP_WORDS=(${all}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _flakekit; echo "\${COMPREPLY[@]}"`;
    assert.ok(
      run(await program("BASH_PROGRAM"), ["--norc", "-c", call])
        .split(/\s/)
        .includes(wanted),
    );
  }
});
