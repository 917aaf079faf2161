// flakekit/lease/manual: leases whose module, and whose core, the user loads.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import vm from "node:vm";
import { build } from "esbuild";
import { fresh, LIMIT, REFUSAL } from "../support/fresh.mjs";
import { installed, project } from "../support/project.mjs";

const wasm = (name) => JSON.stringify(join(installed, name));
const BYTES = `
import { readFileSync } from "node:fs";
const core = readFileSync(${wasm("core.wasm")});
const leases = readFileSync(${wasm("lease.wasm")});
`;

/** Two leases of a store, and a third one of another format: IDs in all ways, until the leases are closed. */
const LEASES = `
async function useLeases() {
  const store = memory();
  const all = await Promise.all([lease(discord, { store }), lease(discord, { store }), lease(sno, { store })]);
  const ids = [];
  for (const one of all) ids.push(one.next(), await one.nextAsync(), ...batch(one, 3));
  const { seats } = await listSeats(store, "discord");
  await Promise.all(all.map((one) => one.close()));
  return {
    distinct: new Set(ids.map(String)).size,
    late: ids.some((id, i) => Math.abs((i < 10 ? discord : sno).decode(id).timestamp - Date.now()) > 60_000),
    seats: seats.length,
    states: all.map((one) => one.status().state),
    closed: refusal(() => all[0].next()).split(":")[0],
  };
}
`;

/** The results of these leases. */
const USED = {
  distinct: 15,
  late: false,
  seats: 1,
  states: ["closed", "closed", "closed"],
  closed: "GENERATOR_FREED",
};

const WAYS = {
  imported: `
    import { batch, discord, generator, loadCore, sno } from "flakekit/manual";
    import { lease, listSeats, loadLeases, memory } from "flakekit/lease/manual";`,
  "imported beside flakekit/lease": `
    import { batch, discord, generator, loadCore, sno } from "flakekit/manual";
    import "flakekit/lease";
    import { lease, listSeats, loadLeases, memory } from "flakekit/lease/manual";`,
  required: `
    import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    const { batch, discord, generator, loadCore, sno } = require("./node_modules/flakekit/umd/manual.js");
    const { lease, listSeats, loadLeases, memory } = require("./node_modules/flakekit/umd/lease/manual.js");`,
};

for (const [way, load] of Object.entries(WAYS)) {
  test(`leases work with flakekit/manual and flakekit/lease/manual, ${way}`, () => {
    for (const [ofCore, ofLeases] of [
      ["core", "leases"],
      ["new WebAssembly.Module(core)", 'vm.runInNewContext("new WebAssembly.Module(leases)", { leases })'],
      ["(await WebAssembly.instantiate(core)).instance", "(await WebAssembly.instantiate(leases)).instance"],
      ["core", 'vm.runInNewContext("new WebAssembly.Instance(new WebAssembly.Module(leases))", { leases })'],
    ]) {
      const told = fresh(`${REFUSAL}${BYTES}${load}${LEASES}
        import vm from "node:vm";
        loadCore(${ofCore});
        loadLeases(${ofLeases});
        loadLeases(undefined);
        tell(await useLeases());
      `);
      assert.deepEqual(told, USED, ofLeases);
    }
  });

  test(`on a page's main thread in Chromium before 115, instances make IDs and leases, ${way}`, () => {
    const told = fresh(`${REFUSAL}${BYTES}${LIMIT}${load}${LEASES}
      WebAssembly.Module = limitedModule;
      WebAssembly.Instance = limitedInstance;
      loadCore((await WebAssembly.instantiate(core)).instance);
      loadLeases((await WebAssembly.instantiate(leases)).instance);
      const ids = batch(generator(discord, { workerId: 1, processId: 0 }), 5000);
      tell([new Set(ids).size, await useLeases()]);
    `);
    assert.deepEqual(told, [5000, USED]);
  });
}

for (const way of ["imported", "required"]) {
  test(`without instances, CORE_FAILED names the function that takes one, ${way}`, () => {
    const told = fresh(`${REFUSAL}${BYTES}${LIMIT}${WAYS[way]}
      const module = await WebAssembly.compile(leases);
      WebAssembly.Module = limitedModule;
      WebAssembly.Instance = limitedInstance;
      tell([refusal(() => loadCore(core)), ...[leases, module].map((one) => refusal(() => loadLeases(one)))]);
    `);
    const remedy = (loader, entry) => `load it by ${loader} of ${entry}, `;
    for (const [i, refusal] of told.entries()) {
      assert.match(refusal, /^CORE_FAILED: .*is disallowed on the main thread/);
      const [loader, entry] = i === 0 ? ["loadCore", "flakekit/manual"] : ["loadLeases", "flakekit/lease/manual"];
      assert.ok(refusal.includes(remedy(loader, entry)), refusal);
    }
  });

  test(`the missing module is named, the core's first, and a wrong one is refused, ${way}`, () => {
    const told = fresh(`${REFUSAL}${BYTES}${WAYS[way]}${LEASES}
      const asked = () => lease(discord, { store: memory() }).catch(({ code, message }) => code + ": " + message);
      const instance = async (bytes) => (await WebAssembly.instantiate(bytes)).instance;
      const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
      const wrong = [undefined, "lease.wasm", Promise.resolve(leases), new Uint8Array(8), leases.subarray(0, 1000), empty,
        await instance(empty), core, new WebAssembly.Module(core), await instance(core),
        readFileSync(${wasm("inspect.wasm")})];
      const neither = await asked();
      loadCore(core);
      const missing = await asked();
      const refusals = wrong.map((source) => refusal(() => loadLeases(source)));
      loadLeases(leases);
      tell({ neither, missing, refusals, after: await useLeases() });
    `);
    assert.match(told.neither, /^CORE_MISSING: flakekit\/core\.wasm of this version .*loadCore of flakekit\/manual$/);
    assert.match(
      told.missing,
      /^CORE_MISSING: flakekit\/lease\.wasm of this version .*loadLeases of flakekit\/lease\/manual$/,
    );
    assert.equal(told.refusals.length, 11);
    for (const refusal of told.refusals)
      assert.match(
        refusal,
        /^CORE_FAILED: flakekit\/lease\.wasm of this version .*loadLeases of flakekit\/lease\/manual, /,
      );
    assert.deepEqual(told.after, USED);
  });
}

test("flakekit/lease works if flakekit/lease/manual is loaded too and nothing is given to it", () => {
  for (const [first, second] of [
    ["flakekit/lease", "flakekit/lease/manual"],
    ["flakekit/lease/manual", "flakekit/lease"],
  ]) {
    const told = fresh(`${REFUSAL}${LEASES}
      import { batch, discord, sno } from "flakekit";
      await import("${first}");
      await import("${second}");
      const { lease, listSeats, memory } = await import("flakekit/lease");
      tell(await useLeases());
    `);
    assert.deepEqual(told, USED, first);
  }
});

/** Bundles a program for pages; returns its code, and the files of the package that contribute to it. */
async function bundle(contents) {
  const { outputFiles, metafile } = await build({
    bundle: true,
    format: "esm",
    logLevel: "error",
    metafile: true,
    minify: true,
    stdin: { contents, resolveDir: project },
    write: false,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const files = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { code: outputFiles[0].text, files: files.map(([file]) => file.split("flakekit/")[1]) };
}

const STORES = { http: ["shared-http.js"], tabs: ["lease/tabs.js"], threads: ["lease/threads.js"] };

test("a bundle of flakekit/manual, flakekit/lease/manual and a store contains no module and no other entry", async () => {
  for (const [store, ownFiles] of Object.entries(STORES)) {
    const { code, files } = await bundle(`
      import { discord, loadCore } from "flakekit/manual";
      import { lease, loadLeases } from "flakekit/lease/manual";
      import { ${store} } from "flakekit/lease/${store}";
      use(discord, loadCore, lease, loadLeases, ${store});
    `);
    assert.doesNotMatch(code, /[\da-f]{1000}/, store);
    const common = ["lease/manual.js", "manual.js", "shared-lease.js", "shared.js"];
    assert.deepEqual(files.filter(Boolean).toSorted(), [...common, ...ownFiles].toSorted());
  }
});

test("a bundle of the store http contains nothing of the server's part, which has the modules", async () => {
  const { files } = await bundle('import { http } from "flakekit/lease/http"; use(http);');
  assert.deepEqual(files.filter(Boolean).toSorted(), ["shared-http.js", "shared-lease.js", "shared.js"]);
});

test("in a page, the script defines one global, flakekitLease, after that of flakekit", async () => {
  const { WebAssembly, crypto, clearTimeout, TextDecoder } = globalThis;
  const page = vm.createContext({ WebAssembly, crypto, setTimeout, clearTimeout, TextDecoder });
  const run = (name) => vm.runInContext(readFileSync(join(installed, "umd", name), "utf8"), page);
  for (const name of ["flakekit.js", "manual.js"]) run(name);
  const before = Object.keys(page);
  for (const name of ["lease.js", "lease/manual.js"]) run(name);
  assert.deepEqual(
    Object.keys(page).filter((name) => !before.includes(name)),
    ["flakekitLease"],
  );
  const { flakekit, flakekitLease } = page;
  flakekit.loadCore(readFileSync(join(installed, "core.wasm")));
  flakekitLease.loadLeases(readFileSync(join(installed, "lease.wasm")));
  const ids = await flakekitLease.lease(flakekit.discord, { store: flakekitLease.memory() });
  assert.ok(flakekit.discord.isValid(ids.next()));
  await ids.close();
});
