// The package's own short names as properties of `Object.prototype`: the package never reads them in the place of
// properties that its objects lack.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { project } from "../support/project.mjs";

/** Makes IDs of several formats while every short name of the entry is a property with this value. Prints what is wrong. */
const program = (entry, value) => `
  import { readFileSync } from "node:fs";
  import * as flakekit from "flakekit${entry}";
  const { batch, defineFormat, discord, generator, sno, snapshot, snowflakeSI, twitter, uid60, withOptions } = flakekit;
  const files = ["shared", "${entry.slice(1) || "index"}"];
  const code = files.map((file) => readFileSync("node_modules/flakekit/" + file + ".js", "utf8")).join("\\n");
  const names = new Set(Array.from(code.matchAll(/\\.([A-Za-z_$][\\w$]?)\\b/g), ([, name]) => name));
  if (names.size < 50) throw new Error("too few names");
  // By alive, the core without WebAssembly says that its memory has moved.
  names.add("alive");
  for (const name of names) {
    if (!(name in Object.prototype)) {
      Object.defineProperty(Object.prototype, name, { value: ${value}, writable: true, configurable: true });
    }
  }
  const epoch = "2024-01-01T00:00:00Z";
  const fields = [{ kind: "time", bits: 44 }, { kind: "sequence", bits: 16 }];
  for (const [format, options] of [
    [discord, { workerId: 1, processId: 1 }],
    [sno, { partition: 4 }],
    [twitter, { machineId: 3 }],
    [uid60, {}],
    [withOptions(snowflakeSI, { epoch }), { machineId: 1 }],
    [defineFormat({ name: "own", bits: 60, epoch, fields }), {}],
  ]) {
    const ids = generator(format, options);
    // These IDs are so many that the core's memory grows.
    const made = [ids.next(), ids.next(), ...batch(ids, 70_000), ids.next()];
    if (new Set(made).size !== made.length) console.log(format.name, "repeats");
    for (const id of [made[0], made.at(-1)]) {
      if (Math.abs(format.timestamp(id) - Date.now()) > 60_000) console.log(format.name, format.timestamp(id));
    }
    snapshot(ids);
  }
`;

for (const entry of ["", "/no-wasm"]) {
  for (const value of ["5", "[0]", "() => undefined"]) {
    test(`flakekit${entry} makes the same IDs if Object.prototype has its short names, with ${value}`, () => {
      const args = ["--input-type=module", "--eval", program(entry, value)];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
      assert.deepEqual({ status, stdout }, { status: 0, stdout: "" }, stderr);
    });
  }
}
