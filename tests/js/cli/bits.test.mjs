// The installed command: the bytes of a sno, the bits of an ID, the IDs that a damaged one can have been, and no arguments.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lost, sno, twitter } from "flakekit";
import { flakekit } from "../support/cli.mjs";

const TWEET = "1541815603606036480";
const SNO = "brpk4q72xwf2m63l";
const BYTES = Buffer.from(sno.toBytes(SNO)).toString("hex");

const inspected = async (args, input) => {
  const { code, lines, stderr } = await flakekit(["inspect", ...args], input);
  assert.deepEqual([code, stderr], [0, ""]);
  return lines;
};

test("the command without arguments says in five lines what it is, and has the code of wrong arguments", async () => {
  const { code, stdout, complaints } = await flakekit([]);
  assert.deepEqual([code, stdout, complaints.length], [2, "", 5]);
  assert.match(complaints[0], /^flakekit \d+\.\d+\.\d+ reads and makes IDs/);
  for (const command of complaints.slice(1, 3)) {
    const [, args] = command.match(/^ {2}flakekit (.*?) {2}/);
    assert.equal((await flakekit(args.split(" "))).code, 0, args);
  }
  assert.match(complaints[4], /flakekit --help/);
});

test("inspect shows the bytes of a sno", async () => {
  const [heading, row] = await inspected([SNO]);
  assert.match(heading, / {2}toggle {2} +bytes$/);
  assert.ok(row.endsWith(`  ${BYTES}`), row);
  const [line] = await inspected([SNO, "--json"]);
  const [first, ...others] = JSON.parse(line).candidates;
  assert.deepEqual([first.format, first.bytes], ["sno", BYTES]);
  for (const other of others) assert.ok(!("bytes" in other));
});

test("inspect --bits shows the bits of an ID, grouped by the fields of its kind", async () => {
  for (const [id, format] of [
    [TWEET, twitter],
    [SNO, sno],
  ]) {
    const rows = (await inspected([id, "--bits", "--format", format.name])).slice(-format.fields.length);
    const bits = rows.map((row) => row.trim().split(/ +/));
    assert.deepEqual(
      bits.map(([name, width, own]) => [name, Number(width), own.length]),
      format.fields.map(({ name, bits }) => [name, bits, bits]),
    );
    const whole = BigInt(`0b${bits.map(([, , own]) => own).join("")}`);
    const hex = Buffer.from(format.toBytes(id)).toString("hex");
    assert.equal(whole, BigInt(`0x${hex}`));
    const [line] = await inspected([id, "--bits", "--json"]);
    assert.deepEqual(JSON.parse(line).candidates[0].bits, Object.fromEntries(bits.map(([name, , own]) => [name, own])));
  }
  // Other kinds have no bits to show.
  for (const other of ["0190a5e2-7c3b-7000-8000-000000000000", "7212345678901234567"]) {
    assert.deepEqual((await inspected([other, "--bits"])).length, (await inspected([other])).length);
  }
});

test("inspect and scan show the smallest and the largest ID that a damaged number can have been", async () => {
  for (const damaged of ["1541815603606036500", "1.54182E+18"]) {
    const { min, max } = lost(twitter, damaged);
    const [, likeliest] = await inspected([damaged]);
    assert.ok(likeliest.includes(`  twitter  `) && likeliest.includes(`  ${min} to ${max}  `), likeliest);
    const [line] = await inspected([damaged, "--json"]);
    const [first] = JSON.parse(line).candidates;
    assert.deepEqual([first.min, first.max], [String(min), String(max)]);
    const noted = await flakekit(["scan"], `id ${damaged}\n`);
    assert.match(noted.stdout, new RegExp(` twitter, (rounded|exponent): ${min} to ${max}\\]\n$`));
    const found = JSON.parse((await flakekit(["scan", "--json"], `id ${damaged}\n`)).lines[0]);
    assert.deepEqual([found.min, found.max], [String(min), String(max)]);
  }
  for (const intact of [TWEET, "175928847299117063", SNO]) {
    const [line] = await inspected([intact, "--json"]);
    assert.ok(!("min" in JSON.parse(line).candidates[0]), intact);
    const { stdout } = await flakekit(["scan", "--json", "--format", "twitter"], `id ${intact}\n`);
    assert.doesNotMatch(stdout, /"min"/);
  }
});
