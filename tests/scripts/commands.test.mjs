// The commands of tests: which programs they need, what they install, what they say.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { requirePrograms } from "../../scripts/debian.mjs";
import { quoteForCmd, root } from "../../scripts/run.mjs";
import { compiledIn } from "../../scripts/setup.mjs";
import { fullSuites, suites } from "../../scripts/suites/suites.mjs";
import { withFiles } from "./support.mjs";

const installNothing = () => assert.fail("it installs packages");

test("without CI, missing programs are an error with the command that installs them", async () => {
  await assert.rejects(
    requirePrograms(["CHROMIUM", "FIREFOX"], { env: { PATH: "" }, install: installNothing }),
    /\n {2}apt-get install chromium firefox-esr\n[^]*CHROMIUM, FIREFOX\.$/,
  );
});

test("a package of several missing programs is named once", async () => {
  await assert.rejects(
    requirePrograms(["MARIADB", "MARIADB_INSTALL_DB"], { env: { PATH: "" }, install: installNothing }),
    /\n {2}apt-get install mariadb-server\n/,
  );
});

test("how far the compilation of a tool is stands in cargo's last bar of progress", () => {
  const bars =
    "   Compiling serde\r    Building [=>    ] 16/195: serde\r    Building [====>  ] 34/195: walrus(build)\r";
  assert.equal(compiledIn(bars), "34 of 195");
  assert.equal(compiledIn("   Compiling serde\n"), undefined);
});

test("with CI, missing programs are installed, and only these", () =>
  withFiles({ "bin/chromium": "" }, async (folder) => {
    const asked = [];
    const install = async (names) => void asked.push(...names);
    const env = { PATH: join(folder, "bin"), CI: "true" };
    await assert.rejects(requirePrograms(["CHROMIUM", "FIREFOX"], { env, install }), /firefox-esr/);
    assert.deepEqual(asked, ["firefox-esr"]);
  }));

test("programs on the PATH or named by an environment variable are not installed", () =>
  withFiles({ "bin/chromium": "", "my-firefox": "" }, (folder) =>
    requirePrograms(["CHROMIUM", "FIREFOX"], {
      env: { PATH: join(folder, "bin"), FIREFOX: join(folder, "my-firefox"), CI: "true" },
      install: installNothing,
    }),
  ));

test("an environment variable that names a file that is not there is an error", async () => {
  const env = { PATH: "", FIREFOX: join(root, "no-such-file") };
  await assert.rejects(requirePrograms(["FIREFOX"], { env, install: installNothing }), /FIREFOX is .*no such file/);
});

/** Runs scripts/test.mjs; resolves to its exit code and all that it prints. */
async function runTests(args, env = {}) {
  const options = { cwd: root, env: { ...process.env, CI: "", ...env } };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ["scripts/test.mjs", ...args], options);
    return { code: 0, output: stdout + stderr };
  } catch ({ code, stdout, stderr }) {
    return { code, output: stdout + stderr };
  }
}

test("a suite that does not exist is refused, with the names of those that do and the other command's", async () => {
  const { code, output } = await runTests(["browsers"]);
  assert.equal(code, 1);
  assert.ok(output.includes(`there are ${Object.keys(suites).join(", ")}.`), output);
  assert.ok(output.includes("`npm run test:full` runs"), output);
});

test("a word that names no file of a suite is refused before anything is built, with the files that there are", async () => {
  for (const [suite, file] of [
    ["rust", "sequencer"],
    ["package", "encodings"],
    ["scripts", "lanes"],
  ]) {
    const { code, output } = await runTests([suite, "no-such-file"]);
    assert.equal(code, 1);
    assert.match(output, new RegExp(`'no-such-file' is neither a suite \\(.*\\), .*'${suite}': .*\\b${file}\\b`));
    assert.doesNotMatch(output, /Node and Rust/);
  }
});

test("a word is refused by a suite that is run as a whole", async () => {
  const { code, output } = await runTests(["lint", "texts"]);
  assert.equal(code, 1);
  assert.match(output, /'texts' .*'lint', which is run as a whole/);
});

test("npm run test:full fails before it builds anything if a browser is missing", async () => {
  const named = ["CHROMIUM", "CHROMIUM_SHELL", "CHROMEDRIVER", "FIREFOX", "MINIBROWSER", "WEBKIT_DRIVER", "XVFB"];
  const env = { PATH: "", ...Object.fromEntries(named.map((variable) => [variable, ""])) };
  const { code, output } = await runTests(["--full"], env);
  assert.equal(code, 1);
  assert.match(
    output,
    /apt-get install chromium-headless-shell firefox-esr webkit2gtk-driver xvfb chromium chromium-driver/,
  );
  assert.doesNotMatch(output, /Node and Rust/);
});

test("the two commands have no suite of the same name", () => {
  assert.deepEqual(
    Object.keys(suites).filter((name) => name in fullSuites),
    [],
  );
});

test("npm run test:long has the suites with a long form, and no others", async () => {
  const { code, output } = await runTests(["--long", "lint"]);
  assert.equal(code, 1);
  const long = Object.entries({ ...suites, ...fullSuites }).filter(([, row]) => row.long !== undefined);
  assert.ok(long.length > 0);
  assert.ok(output.includes(`there are ${long.map(([name]) => name).join(", ")}.`), output);
});

test("arguments for cmd.exe are quoted where they need it", () => {
  assert.equal(quoteForCmd("--edition=2024"), "--edition=2024");
  assert.equal(quoteForCmd("C:\\Program Files\\npm.cmd"), '"C:\\Program Files\\npm.cmd"');
  assert.equal(quoteForCmd('{"a":1}'), '"{\\"a\\":1}"');
  assert.equal(quoteForCmd(""), '""');
});
