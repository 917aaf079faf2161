// The package as loaded by `require`.

const assert = require("node:assert/strict");
const { join } = require("node:path");
const { spawnSync } = require("node:child_process");
const { test } = require("node:test");
const { discord, FlakeError, generator, twitter } = require("flakekit");

test("require gives the same package as import", async () => {
  assert.equal(twitter.decode("1541815603606036480").date.toISOString(), "2022-06-28T16:07:40.105Z");
  assert.ok(generator(discord, { workerId: 1, processId: 0 }).next() > 0n);
  assert.throws(() => twitter.decode(""), FlakeError);
  const imported = await import("flakekit");
  assert.deepEqual(
    Object.keys(require("flakekit")).sort(),
    Object.keys(imported)
      .filter((name) => name !== "default" && name !== "module.exports")
      .sort(),
  );
});

test("core.wasm and package.json can be resolved", () => {
  assert.ok(require.resolve("flakekit/core.wasm"));
  assert.equal(require("flakekit/package.json").name, "flakekit");
});

const { exports: entries } = require("flakekit/package.json");
const scripts = Object.entries(entries).filter(([name]) => !/\.(wasm|json)$/.test(name));

test("the script of each entry has the functions that the module has, also where a condition leads to it", async () => {
  assert.ok(scripts.length >= 20);
  for (const [name, conditions] of scripts) {
    const names = Object.keys(await import(`flakekit${name.slice(1)}`)).filter((one) => one !== "__esModule");
    const paths = [conditions.require, conditions["react-native"]?.require].filter(Boolean);
    for (const { default: path } of paths) {
      const script = require(`../node_modules/flakekit/${path}`);
      assert.deepEqual(Object.keys(script).toSorted(), names.toSorted(), path);
    }
  }
});

test("without WebAssembly, the scripts that React Native requires make IDs, also under leases", () => {
  const program = `
    delete globalThis.WebAssembly;
    const flakekit = require("./node_modules/flakekit/umd/react-native.js");
    const { lease, memory } = require("./node_modules/flakekit/umd/lease/no-wasm.js");
    lease(flakekit.discord, { store: memory() }).then(async (ids) => {
      console.log(flakekit.discord.isValid(ids.next()), typeof flakekit.next(flakekit.sno));
      await ids.close();
    });`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--eval", program], {
    cwd: join(__dirname, ".."),
    encoding: "utf8",
  });
  assert.equal(stdout.trim(), "true string", stderr);
});
