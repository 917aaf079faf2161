// Runs the README's commands. documents.test.mjs runs its snippets.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { flakekit } from "./cli-support.mjs";
import { temporaryDirectory } from "./temporary.mjs";

const here = new URL(".", import.meta.url);
const readme = readFileSync(new URL("README.md", here), "utf8");

/** The fenced blocks of a language, with their first lines. */
function blocks(language) {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms");
  return [...readme.matchAll(fence)].map(({ 1: code, index }) => ({
    code,
    line: readme.slice(0, index).split("\n").length,
  }));
}

const commands = blocks("sh").flatMap(({ code }) => code.split("\n").filter((text) => text.startsWith("npx ")));

test("npx runs the first of the README's commands", () => {
  const [npx, ...args] = commands[0].split(" ");
  assert.notEqual(execFileSync(npx, ["--no", ...args], { cwd: here, encoding: "utf8" }), "");
});

// The commands that take a directory take it relative to this one.
process.chdir(temporaryDirectory());

for (const command of commands) {
  test(`the README's command ${command} succeeds and prints something`, async () => {
    const [, name, ...args] = command.split(" ");
    const { code, stdout, stderr } = await flakekit(args);
    assert.deepEqual([name, code], ["flakekit", 0], stderr);
    assert.notEqual(stdout, "");
  });
}

test("the README opens with the install line and three lines of code", () => {
  const [install, ...rest] = blocks("sh");
  assert.equal(install.code, "npm install flakekit\n");
  assert.ok(install.line < 12 && blocks("js")[0].line < 15);
  assert.ok(rest.length > 0);
});

test("every link and picture of the packed README and changelog is there where npm shows them", () => {
  const installed = new URL("node_modules/flakekit/", here);
  for (const name of ["README.md", "CHANGELOG.md"]) {
    const text = readFileSync(new URL(name, installed), "utf8").replace(/^```[^]*?^```$|`[^`\n]*`/gm, "");
    const targets = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target);
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(
      ([, heading]) => `#${heading.toLowerCase().replaceAll(" ", "-")}`,
    );
    const dead = targets.filter((target) => {
      if (/^https?:/.test(target)) return false;
      return target.startsWith("#") ? !headings.includes(target) : !existsSync(new URL(target, installed));
    });
    assert.deepEqual(dead, [], name);
  }
});
