// Leases that open at their first use, one for each name in a process.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { batch, discord, sno, twitter, withOptions } from "flakekit";
import { lazyLease, lease, memory } from "flakekit/lease";
import { ControlledStore, rejected, until } from "../support/leases.mjs";
import { increasing, refused } from "../support/shared.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

let count = 0;

/** A name that no other test has. */
const newName = () => `lazy ${(count += 1)}`;

/** Options with this store, and how often they were asked for. */
function optionsOf(store, more = {}) {
  const asked = () => {
    asked.count += 1;
    return { store, ...more };
  };
  asked.count = 0;
  return asked;
}

test("a lazy lease asks for no options and takes no seat until it is used", async () => {
  const store = new ControlledStore();
  const options = optionsOf(store);
  const ids = lazyLease(discord, options, { name: newName() });
  assert.equal(ids.status().state, "idle");
  assert.equal(options.count, 0);
  assert.ok(discord.isValid(await ids.nextAsync()));
  assert.equal(options.count, 1);
  assert.equal(ids.status().state, "held");
  assert.equal(store.seats("discord").length, 1);
  await ids.close();
});

test("next throws LEASE_NOT_OPEN and begins to open, nextAsync waits", async () => {
  const ids = lazyLease(sno, optionsOf(memory()), { name: newName() });
  for (const name of ["next", "nextText", "nextBytes"]) refused("LEASE_NOT_OPEN", () => ids[name](), "opened()");
  assert.equal(ids.status().state, "claiming");
  await ids.opened();
  assert.ok(increasing([ids.next(7), ids.nextText(7), sno.fromBytes(ids.nextBytes(7)), await ids.nextAsync(7)]));
  assert.equal(sno.decode(ids.next(7)).meta, 7);
  await ids.close();
});

test("opened gives the lease itself, which batch takes", async () => {
  const ids = lazyLease(discord, optionsOf(memory()), { name: newName() });
  const opened = await ids.opened();
  assert.equal(batch(opened, 100).length, 100);
  assert.equal(await ids.opened(), opened);
  await ids.close();
});

test("what a module makes again, as a hot reload does, has the same lease, and its options are not asked for", async () => {
  const name = newName();
  const store = new ControlledStore();
  const first = lazyLease(discord, optionsOf(store), { name });
  await first.nextAsync();
  for (let edit = 0; edit < 50; edit++) {
    const options = optionsOf(store.connect());
    const ids = lazyLease(discord, options, { name });
    assert.ok(ids.next() < (await ids.nextAsync()));
    assert.equal(options.count, 0);
  }
  assert.equal(store.seats("discord").length, 1);
  await first.close();
});

test("copies of the package share the lease of a name", async () => {
  const name = newName();
  const store = new ControlledStore();
  const required = createRequire(import.meta.url)("../node_modules/flakekit/umd/lease.js");
  assert.notEqual(required.lazyLease, lazyLease);
  const [one, two] = [required, { lazyLease }].map((copy) => copy.lazyLease(discord, optionsOf(store), { name }));
  const made = [await one.nextAsync(), await two.nextAsync(), one.next(), two.next()];
  assert.ok(increasing(made));
  assert.equal(store.seats("discord").length, 1);
  await two.close();
  assert.equal(one.status().state, "closed");
  refused("GENERATOR_FREED", () => one.next(), name);
});

test("a lease of the same name with another format or other terms is refused, with both values", async () => {
  const name = newName();
  const ids = lazyLease(discord, optionsOf(memory()), { name, window: 20_000 });
  await ids.nextAsync();
  const others = [
    [twitter, { window: 20_000 }, "format", "discord", "twitter"],
    [withOptions(discord, { epoch: "2024-01-01" }), { window: 20_000 }, "layout", "1420070400000", "1704067200000"],
    [discord, { window: 30_000 }, "window", "20000", "30000"],
    [discord, { window: 20_000, space: "orders" }, "space", "orders"],
    [discord, { window: 20_000, nodes: [0, 7] }, "nodes", "0 to 1023", "0 to 7"],
    [discord, { window: 20_000, shares: 2 }, "shares", "2"],
    [discord, { window: 20_000, clockSkew: 5 }, "clockSkew", "1000", "5"],
    [discord, { window: 20_000, workerId: 1 }, "layout"],
  ];
  for (const [format, terms, ...words] of others) {
    const other = lazyLease(format, optionsOf(memory()), { name, ...terms });
    refused("INVALID_OPTION", () => other.next(), name, ...words);
    await rejected("INVALID_OPTION", other.nextAsync(), ...words);
  }
  assert.ok(lazyLease(discord, optionsOf(memory()), { name, window: 20_000, shares: 1 }).next());
  await ids.close();
});

test("a term that the function returns is refused, because nobody could compare it", async () => {
  for (const term of [{ space: "orders" }, { workerId: 1 }, { window: 20_000 }]) {
    const ids = lazyLease(discord, optionsOf(memory(), term), { name: newName() });
    await rejected("INVALID_OPTION", ids.nextAsync(), Object.keys(term)[0], "last argument");
  }
});

test("after a failed opening the next call tries again, with the options of who calls", async () => {
  const name = newName();
  const broken = lazyLease(discord, optionsOf({}), { name });
  refused("LEASE_NOT_OPEN", () => broken.next());
  await until(() => broken.status().state === "idle");
  assert.equal(broken.status().lastError.code, "INVALID_OPTION");
  assert.throws(
    () => broken.next(),
    ({ cause }) => cause.code === "INVALID_OPTION",
  );
  await rejected("INVALID_OPTION", broken.nextAsync(), "store");
  const mended = lazyLease(twitter, optionsOf(memory()), { name });
  assert.ok(twitter.isValid(await mended.nextAsync()));
  refused("INVALID_OPTION", () => broken.next(), "twitter");
  assert.equal(mended.status().lastError, null);
  await mended.close();
});

test("the function may return a promise, and its error is the cause of that of nextAsync", async () => {
  const reason = new Error("no secret");
  let isMended = false;
  const options = async () => {
    if (!isMended) throw reason;
    return { store: memory() };
  };
  const ids = lazyLease(discord, options, { name: newName() });
  assert.equal((await rejected("STORE_FAILED", ids.nextAsync(), "no secret")).cause, reason);
  assert.equal(ids.status().lastError.cause, reason);
  isMended = true;
  assert.ok(discord.isValid(await ids.nextAsync()));
  await ids.close();
});

test("close ends the lease for all who have it, releases the seat, and frees the name", async () => {
  const name = newName();
  const store = new ControlledStore();
  const [one, two, unused] = [1, 2, 3].map(() => lazyLease(discord, optionsOf(store), { name }));
  await one.nextAsync();
  two.next();
  await two.close();
  for (const ids of [one, two, unused]) {
    assert.equal(ids.status().state, "closed");
    refused("GENERATOR_FREED", () => ids.next(), name);
    await rejected("GENERATOR_FREED", ids.opened());
    await ids.close();
  }
  assert.ok(store.seats("discord").every(({ until: end }) => end < Date.now() + 5_000));
  const next = lazyLease(twitter, optionsOf(store, {}), { name });
  assert.ok(twitter.isValid(await next.nextAsync()));
  await next.close();
});

test("close during the opening takes no seat, and ends who waits", async () => {
  const store = new ControlledStore();
  let answer;
  store.before = () => new Promise((resolve) => (answer = resolve));
  const ids = lazyLease(discord, optionsOf(store), { name: newName() });
  const waiting = ids.nextAsync();
  await until(() => answer !== undefined);
  await ids.close();
  await rejected("GENERATOR_FREED", waiting, "closed");
  store.before = () => undefined;
  answer();
  assert.equal(ids.status().state, "closed");
});

test("a lease that its signal has closed frees its name", async () => {
  const name = newName();
  const controller = new AbortController();
  const ids = lazyLease(discord, optionsOf(memory(), { signal: controller.signal }), { name });
  await ids.nextAsync();
  controller.abort();
  refused("GENERATOR_FREED", () => ids.next());
  const other = lazyLease(twitter, optionsOf(memory()), { name });
  assert.ok(twitter.isValid(await other.nextAsync()));
  await other.close();
});

test("a lazy lease and a lease of one store share the seat", async () => {
  const store = new ControlledStore();
  const ids = lazyLease(discord, optionsOf(store), { name: newName() });
  const other = await lease(discord, { store });
  const made = [await ids.nextAsync(), other.next(), ids.next(), other.next()];
  assert.ok(increasing(made));
  assert.equal(store.seats("discord").length, 1);
  await Promise.all([ids.close(), other.close()]);
});

test("wrong arguments are refused at once", () => {
  refused("INVALID_OPTION", () => lazyLease(discord, { store: memory() }), "a function");
  refused("INVALID_OPTION", () => lazyLease(discord, () => ({}), { name: "" }), "name");
  refused("INVALID_OPTION", () => lazyLease(discord, () => ({}), { windows: 5 }), "windows");
  refused("INVALID_OPTION", () => lazyLease(discord, () => ({}), { window: 5 }), "window");
  refused("INVALID_FIELD", () => lazyLease(discord, () => ({}), { workerId: 32 }), "workerId");
  refused("INVALID_OPTION", () => lazyLease({}, () => ({})), "format");
});

test("consoles and JSON show the format, the name and the state", async () => {
  const name = newName();
  const ids = lazyLease(discord, optionsOf(memory()), { name });
  assert.deepEqual(JSON.parse(JSON.stringify(ids)), { format: "discord", name, state: "idle" });
  assert.equal("nextBytes" in ids, false);
  await ids.close();
});

test("a program that ends by itself releases its seat, so that the next one can have it", () => {
  const directory = temporaryDirectory();
  const program = `
    import { discord } from "flakekit";
    import { lazyLease } from "flakekit/lease";
    import { file } from "flakekit/lease/file";
    const ids = lazyLease(discord, () => ({ store: file(${JSON.stringify(directory)}), maxWait: 8_000 }), { nodes: [3, 3] });
    console.log(String(await ids.nextAsync()));`;
  const runs = [1, 2, 3].map(() =>
    spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }),
  );
  for (const { status, stderr } of runs) assert.equal(status, 0, stderr);
  assert.ok(increasing(runs.map(({ stdout }) => BigInt(stdout))));
});
