// The texts of the installed command: help, messages in its own words, completions, colour.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formats, generator, sno, twitter, withOptions } from "flakekit";
import { dashed, flakekit, inPieces, newArguments } from "../support/cli.mjs";
import { encodings } from "../support/generated/formats.mjs";

/** The commands that help lists. */
async function commandsOf() {
  const { lines } = await flakekit(["--help"]);
  return lines.flatMap((line) => line.match(/^ {2}flakekit (\w+)/)?.[1] ?? []);
}

/** The options that the help of a command lists, and whether they take a value. */
async function optionsOf(command) {
  const { stdout } = await flakekit([command, "--help"]);
  const matches = [...stdout.matchAll(/^ {2}(?:-(\w), | {4})--([a-z-]+)(?: ([A-Z-]+))? {2}/gm)];
  return matches.map(([, short, name, value]) => ({ short, name, value }));
}

test("--help has a line for each command, and each command explains itself, its options and examples", async () => {
  const commands = await commandsOf();
  assert.deepEqual(
    commands,
    "new decode check inspect scan layout range sql key formats serve seats completions help".split(" "),
  );
  for (const command of commands) {
    const { code, stdout, stderr } = await flakekit([command, "--help"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.ok(stdout.startsWith(`flakekit ${command}`));
    assert.match(stdout, new RegExp(`\nExamples:\n  flakekit ${command}\\b`));
    assert.ok(stdout.split("\n").every((line) => line.length <= 120));
    for (const other of [
      ["help", command],
      [command, "-h"],
      ["--help", command],
    ]) {
      assert.equal((await flakekit(other)).stdout, stdout);
    }
  }
  for (const args of [["help"], ["-h"]]) {
    assert.equal((await flakekit(args)).stdout, (await flakekit(["--help"])).stdout);
  }
  const words = (await optionsOf("new")).map(({ name }) => name);
  for (const name of ["count", "as", "padded", "epoch", "json", "lease", "worker-id", "meta"]) {
    assert.ok(words.includes(name), name);
  }
});

test("-v, -V and --version print the version", async () => {
  for (const flag of ["-v", "-V", "--version"]) assert.match((await flakekit([flag])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test("every option that help lists is known, and takes a value if help says so", async () => {
  for (const command of await commandsOf()) {
    const found = await Promise.all(
      (await optionsOf(command)).map(async ({ name, short, value }) => {
        for (const flag of [`--${name}`, ...(short ? [`-${short}`] : [])]) {
          const args = value ? [flag] : [`${flag}=x`];
          const { code, stderr } = await flakekit([command, ...args]);
          assert.equal(code, 2);
          const said = value ? `${flag} has no value; it takes one, as in ${flag} ${value}` : `${flag} takes no value`;
          assert.ok(stderr.startsWith(`flakekit: ${said}`), stderr);
        }
      }),
    );
    if (!["completions", "help"].includes(command)) assert.ok(found.length > 0, command);
  }
});

test("options of the API's names are accepted: --workerId is --worker-id", async () => {
  for (const [format, nodes, [name]] of newArguments) {
    const given = Object.entries(nodes).flatMap(([field, number]) => [`--${field}`, String(number)]);
    const { code, lines, stderr } = await flakekit(["new", name, ...given, "--epoch", "2024-01-01"]);
    assert.equal(code, 0, stderr);
    const fields = withOptions(format, { epoch: "2024-01-01" }).decode(lines[0]);
    for (const [field, number] of Object.entries(nodes)) assert.equal(fields[field], number);
  }
  const twice = await flakekit(["new", "discord", "--workerId=3", "--worker-id", "3"]);
  assert.match(twice.stderr, /^flakekit: --worker-id is given more than once\n/);
});

test("messages name options as the command does, with the range and the remedy", async () => {
  const calls = formats().flatMap((format) => {
    const fields = format.fields.filter(({ kind }) => kind === "node" || kind === "metadata");
    return fields.flatMap((field) => [field, ...field.parts]).map(({ name, bits }) => ({ format, name, bits }));
  });
  for (const { format, name, bits } of calls) {
    const flag = `--${dashed(name)}`;
    for (const value of [String(2 ** bits), "-1", "1.5", "many", "", "1e3", "٣"]) {
      const { code, stderr } = await flakekit(["new", format.name, `--${name}`, value, "--epoch", "2024-01-01"]);
      assert.equal(code, 2);
      const said = /^\d+$/.test(value) ? value : `'${value}'`;
      const start = `flakekit: ${flag} is ${said}; it must be a whole number from 0 to ${2 ** bits - 1}`;
      assert.ok(stderr.startsWith(start), stderr);
      assert.ok(stderr.endsWith("\nsee flakekit new --help\n"), stderr);
    }
  }
  for (const [args, message] of [
    [["new", "discord"], "--worker-id is missing; give a whole number from 0 to 31"],
    [["new", "discord", "--workerId", "1"], "--process-id is missing; give a whole number from 0 to 31"],
    [
      ["new", "twitter", "--machine-id", "1", "--worker-id", "3"],
      "--worker-id is 3, but --machine-id 1 implies 1; give one of them",
    ],
    [["new", "mastodon", "-n", "-1"], "-n is '-1'; it must be a whole number from 0 to 9007199254740991"],
    [["new", "mastodon", "--count", "-1"], "--count is '-1'; it must be a whole number from 0 to 9007199254740991"],
    [
      ["new", "discord", "--epoch", "workerId"],
      "--epoch is 'workerId'; it must be an ISO 8601 text such as 2024-01-31",
    ],
    [["new", "mastodon", "-n", "0", "--as", "base99"], "--as is 'base99'; it must be one of decimal, hex"],
    [
      ["new", "discord", "--lease", "x", "--window", "5"],
      "--window is 5; it must be a whole number from 10 to 86400000",
    ],
    [["new", "discord", "--lease", "x", "--clockSkew", "1e9"], "--clock-skew is '1e9'; it must be a whole number"],
    [["serve", "discord", "--port", "70000"], "--port is 70000; it must be a whole number from 0 to 65535"],
  ]) {
    const { code, stderr } = await flakekit(args);
    assert.equal(code, 2);
    assert.ok(stderr.startsWith(`flakekit: ${message}`), stderr);
  }
});

test("unknown options and commands are named, with the nearest ones or all", async () => {
  for (const [args, words] of [
    [["neww"], /there is no command 'neww'; did you mean new\?$/m],
    [["seat"], /did you mean seats\?$/m],
    [["make"], /there is no command 'make'; there are new, decode, .*help$/m],
    [["--json", "formats"], /there is no command '--json'; options come after the command/],
    [["help", "neww"], /did you mean new\?\nsee flakekit --help\n$/],
    [["help", "new", "decode"], /help takes one command, and was given 2/],
    [["new", "discord", "--workerid", "1"], /there is no option --workerid; did you mean --worker-id\?$/m],
    [["new", "discord", "--worker", "1"], /there is no option --worker; did you mean --worker-id\?$/m],
    [["new", "discord", "--foo=1"], /there is no option --foo; new has --count, --as, /],
    [["formats", "--foo"], /there is no option --foo; formats has --json$/m],
    [["help", "--foo"], /there is no option --foo\n/],
    [["decode", "discord", "-5"], /there is no option -5; .* begins with - and is no option comes after --$/m],
    [["new", "mastodon", "--__proto__=1"], /there is no option --__proto__/],
  ]) {
    const { code, stdout, stderr } = await flakekit(args);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, words);
  }
});

test("an option is not taken for the value of another one", async () => {
  const { code, stderr } = await flakekit(["new", "mastodon", "--lease", "--json"]);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /--lease has no value, because --json looks like an option; if it is the value, give --lease=--json/,
  );
  assert.match((await flakekit(["new", "mastodon", "-n", "-x"])).stderr, /give -n-x$/m);
});

test("a partition is a number, two ASCII characters, or a hexadecimal number", async () => {
  const partitionOf = async (given) => {
    const { lines, stderr } = await flakekit(["new", "sno", "--partition", given]);
    return lines.length === 1 ? sno.decode(lines[0]).partition : stderr;
  };
  for (const [given, bytes] of [
    ["P0", ["P", "0"]],
    ["1a", ["1", "a"]],
    ["~!", ["~", "!"]],
    ["0x3132", ["1", "2"]],
    ["12", [0, 12]],
    ["7", [0, 7]],
  ]) {
    assert.equal(await partitionOf(given), sno.decode(generator(sno, { partition: bytes }).next()).partition, given);
  }
  for (const given of ["P", "P01", "Pé", "-1", ".5", "0xfffff", "P "]) {
    assert.match(await partitionOf(given), /^flakekit: --partition is .* or two ASCII characters, such as P0\n/);
  }
});

test("completions have every command, option, format and encoding", async () => {
  const commands = await commandsOf();
  for (const [shell, spelled] of [
    ["bash", (name) => `--${name}`],
    ["zsh", (name) => `--${name}`],
    ["fish", (name) => `-l ${name} `],
  ]) {
    const { code, stdout } = await flakekit(["completions", shell]);
    assert.equal(code, 0);
    for (const command of commands) {
      assert.match(stdout, new RegExp(`\\b${command}\\b`));
      for (const { name } of await optionsOf(command)) assert.ok(stdout.includes(spelled(name)), `${shell}: ${name}`);
    }
    for (const name of [...formats().map((format) => format.name), ...encodings.map((encoding) => encoding.name)]) {
      assert.match(stdout, new RegExp(`\\b${name}\\b`), `${shell}: ${name}`);
    }
  }
  for (const [args, words] of [
    [[], /completions takes one shell of bash, zsh, fish, and was given none/],
    [["tcsh"], /and was given 'tcsh'/],
    [["bash", "zsh"], /and was given 'bash zsh'/],
  ]) {
    const { code, stderr } = await flakekit(["completions", ...args]);
    assert.equal(code, 2);
    assert.match(stderr, words);
  }
});

test("a terminal is told how to end its input, which Windows does in another way", async () => {
  for (const [platform, end] of [
    ["linux", "Ctrl-D ends"],
    ["win32", "Ctrl-Z and Enter end"],
  ]) {
    const given = { stdin: { isTTY: true, bytes: inPieces("5\n") }, platform };
    const { code, stderr } = await flakekit(["decode", "discord"], "", given);
    assert.equal(code, 0);
    assert.equal(stderr, `flakekit: reading IDs from the terminal, one per line; ${end} the input\n`);
  }
});

test("there is colour if FORCE_COLOR asks for it, and never with NO_COLOR", async () => {
  const colours = async (env) => {
    const { stdout, stderr } = await flakekit(["inspect", "1541815603606036480", "5", "x!"], "", { env });
    const used = (stdout + stderr).split("\x1b[").slice(1);
    return [...new Set(used.map((text) => text.split("m")[0]))].sort();
  };
  // The codes of dim, of its end, of red and of its end.
  const all = ["2", "22", "31", "39"];
  assert.deepEqual(await colours({}), []);
  for (const FORCE_COLOR of ["1", "", "true"]) assert.deepEqual(await colours({ FORCE_COLOR }), all);
  for (const FORCE_COLOR of ["0", "false"]) assert.deepEqual(await colours({ FORCE_COLOR }), []);
  assert.deepEqual(await colours({ FORCE_COLOR: "1", NO_COLOR: "1" }), []);
  assert.deepEqual(await colours({ FORCE_COLOR: "1", NO_COLOR: "" }), all);
  const { lines } = await flakekit(["decode", "twitter", "5"], "", { env: { FORCE_COLOR: "1" } });
  assert.ok(lines[0].startsWith("\x1b[1mtwitter ") && lines[0].endsWith("sequence\x1b[22m"), lines[0]);
  assert.equal(twitter.decode(lines[1].split(" ")[0]).sequence, 5);
});
