// Runs the commands of the README and of docs/command.md. documents.test.mjs runs the snippets.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { flakekit } from "../support/cli.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

const here = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", here), "utf8");

/** The fenced blocks of a language, with their first lines. */
function blocks(language) {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms");
  return [...readme.matchAll(fence)].map(({ 1: code, index }) => ({
    code,
    line: readme.slice(0, index).split("\n").length,
  }));
}

/** Lines such as `printf 'an input\n' | npx flakekit scan`, and the block of output after the last one, if there is one. */
function commandsOf(document) {
  const text = readFileSync(new URL(document, here), "utf8");
  return [...text.matchAll(/^```sh\n([^]*?)^```\n(?:\n```text\n([^]*?)^```$)?/gm)].flatMap(([, code, output]) => {
    const lines = code.split("\n").filter((line) => /(^|\| )npx flakekit /.test(line));
    return lines.map((line, i) => ({ document, line, output: i === lines.length - 1 ? output : undefined }));
  });
}

const commands = ["README.md", "command.md"].flatMap(commandsOf);

test("npx runs the first command", () => {
  const [npx, ...args] = commands[0].line.split(" ");
  assert.notEqual(execFileSync(npx, ["--no", ...args], { cwd: here, encoding: "utf8" }), "");
});

// The commands that take a directory take it relative to this one.
process.chdir(temporaryDirectory());

for (const { document, line, output } of commands) {
  test(`the command ${line} of ${document} ends as it says and prints ${output ? "what it shows" : "something"}`, async () => {
    const [, input = "", args] = /^(?:printf '(.*)' \| )?npx flakekit (.+)$/.exec(line);
    const { code, stdout, stderr } = await flakekit(args.split(" "), input.replaceAll("\\n", "\n"));
    // `check` has found what it looks for.
    assert.equal(code, output?.includes("different rows") ? 1 : 0, stderr);
    if (output === undefined) assert.notEqual(stdout, "");
    else assert.equal(stdout, output);
  });
}

test("docs/command.md has outputs, which are compared", () => {
  assert.ok(commands.filter(({ document, output }) => document === "command.md" && output !== undefined).length > 5);
});

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
      ([, heading]) =>
        `#${heading
          .toLowerCase()
          .replace(/[^\w -]/g, "")
          .replaceAll(" ", "-")}`,
    );
    const dead = targets.filter((target) => {
      if (/^https?:/.test(target)) return false;
      return target.startsWith("#") ? !headings.includes(target) : !existsSync(new URL(target, installed));
    });
    assert.deepEqual(dead, [], name);
  }
});
