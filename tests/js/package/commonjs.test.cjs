// The package as loaded by `require`.

const assert = require("node:assert/strict");
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
