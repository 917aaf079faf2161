// `key`: a new key for hidden IDs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { flakekit } from "../support/cli.mjs";

test("key prints one new key in hex and nothing else, of 32 bytes unless others are asked for", async () => {
  const printed = new Set();
  for (const [args, bytes] of [
    [[], 32],
    [["--bytes", "16"], 16],
    [["--bytes=24"], 24],
    [["--bytes", "32"], 32],
    [[], 32],
  ]) {
    const { code, stdout, stderr } = await flakekit(["key", ...args]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, new RegExp(`^[0-9a-f]{${2 * bytes}}\n$`));
    printed.add(stdout);
  }
  assert.equal(printed.size, 5);
});

test("each bit of a key is random", async () => {
  const ones = new Array(128).fill(0);
  for (let i = 0; i < 256; i++) {
    const { stdout } = await flakekit(["key", "--bytes", "16"]);
    const bits = BigInt(`0x${stdout.trim()}`);
    for (const bit of ones.keys()) ones[bit] += Number((bits >> BigInt(bit)) & 1n);
  }
  // 8 standard deviations.
  for (const [bit, count] of ones.entries()) assert.ok(Math.abs(count - 128) < 64, `bit ${bit}: ${count} of 256`);
});

test("other lengths and arguments are refused, and help says that the key is a secret", async () => {
  for (const bytes of ["0", "15", "33", "", "32.0", "0x10", "many"]) {
    const { code, stdout, stderr } = await flakekit(["key", `--bytes=${bytes}`]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.equal(stderr.split("\n")[0], `flakekit: --bytes is '${bytes}'; it must be one of 16, 24, 32`);
  }
  assert.match(
    (await flakekit(["key", "discord"])).stderr,
    /^flakekit: key takes no arguments, and was given discord\n/,
  );
  assert.match((await flakekit(["key", "--help"])).stdout, /it is a secret/);
  assert.match((await flakekit(["completions", "zsh"])).stdout, /--bytes=[^']*\(16 24 32\)/);
});
