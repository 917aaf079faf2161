// The text that a terminal shows of an error that nobody catches. Engines print the line of the script that threw it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installed, project } from "../support/project.mjs";

const { exports: entries } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

/** The most characters of a line that can throw, and the most bytes that an uncaught error prints. */
const MAX_LINE = 500;
const MAX_BYTES = 2048;

/** A mistake in the use of each entry that is no store. `entry` has the exports of the entry. */
const MISTAKES = {
  ".": 'entry.twitter.decode("text")',
  "./manual": "entry.generator(entry.twitter, { machineId: 1 })",
  "./no-wasm": "entry.generator(entry.twitter, { machineId: 5000 })",
  "./inspect": "entry.inspect({})",
  "./inspect/manual": 'entry.inspect("1541815603606036480")',
  "./testing": `Promise.all([import("flakekit"), import("flakekit/lease")])
    .then(([{ discord }, { lease, memory }]) => lease(discord, { store: memory() }))
    .then(() => entry.resetGenerators())`,
  "./lease": "entry.lease(1)",
  "./lease/manual": "entry.lease(1)",
  "./hidden/no-wasm": "entry.hidden(1)",
  "./inspect/no-wasm": "entry.scan(1)",
  "./lease/no-wasm": "entry.lease(1)",
  "./lease/workers": "entry.durableObjects(1)",
};

/** Runs a program until its uncaught error, and returns what it prints. */
function printed(code, type) {
  const args = [`--input-type=${type}`, "--eval", code];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 1, stderr.slice(0, MAX_BYTES));
  assert.match(stderr, /^FlakeError: |\[FlakeError: /m);
  return stderr;
}

// All other entries are files that a bundler loads, such as the modules of WebAssembly.
const scripts = Object.keys(entries).filter((entry) => typeof entries[entry] === "object" && !entry.endsWith(".wasm"));

for (const name of scripts) {
  // An entry of a store exports a function with its name.
  const mistake = MISTAKES[name] ?? `entry.${name.split("/").at(-1)}(1)`;
  const module = JSON.stringify(join("flakekit", name));
  test(`an uncaught error of ${module} prints at most ${MAX_BYTES} bytes`, () => {
    const texts = [
      printed(`import * as entry from ${module};\nawait ${mistake};`, "module"),
      printed(`const entry = require(${module});\n${mistake};`, "commonjs"),
      // Where require cannot load modules, it loads the scripts of umd/.
      printed(
        `const entry = require("./node_modules/flakekit/${entries[name].require.default}");\n${mistake};`,
        "commonjs",
      ),
    ];
    for (const text of texts) assert.ok(Buffer.byteLength(text) <= MAX_BYTES, `${text.length}: ${text.slice(0, 3000)}`);
  });
}

test(`no line of a script has more than ${MAX_LINE} characters, except those that are only the text of a module`, () => {
  const scripts = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith(".js"));
  assert.ok(scripts.length > 20);
  for (const script of scripts) {
    const lines = readFileSync(join(installed, script), "utf8").split("\n");
    const long = lines.filter(
      (line) => line.length > MAX_LINE && !/^(const (CORE|COMPLETE|KEEPERS)=)?"[^"]+";?$/.test(line),
    );
    assert.deepEqual(
      long.map((line) => line.slice(0, 100)),
      [],
      script,
    );
  }
});
