// Rows: engines without WebAssembly. React Native's bundler makes the bundles that they run.

import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { discord } from "flakekit";
import { memory } from "flakekit/lease";
import { handler } from "flakekit/lease/http";
import { build, version as esbuild } from "esbuild";
import Metro from "metro";
import { getQuickJS } from "quickjs-emscripten";
import { root, run } from "../../../scripts/run.mjs";

const require = createRequire(import.meta.url);
/** The bundler of React Native 0.78, the last one that ignores the field `exports` of packages. */
const requireOld = createRequire(require.resolve("@react-native/old-metro-config/package.json"));
const OldMetro = requireOld("metro");
const versionOf = (name) => require(`${name}/package.json`).version;

const example = join(import.meta.dirname, "example");
cpSync(join(root, "examples", "react-native"), example, { recursive: true });

/** The configuration of the example, and the usual configuration of the old bundler. */
const configOf = (metro) =>
  metro === OldMetro
    ? require("@react-native/old-metro-config").getDefaultConfig(example)
    : Metro.loadConfig({ config: join(example, "metro.config.js"), cwd: example });

/** Bundles a program with the example's configuration, as an app is bundled. Resolves to the bundle's path. */
async function bundle(folder, entry, { metro = Metro, withReactNative = false } = {}) {
  const given = await configOf(metro);
  const serializer = { ...given.serializer };
  // The first modules start parts of the phone's system, which these engines don't have.
  if (!withReactNative) serializer.getModulesRunBeforeMainModule = () => [];
  const reporter = { update: () => undefined };
  const config = { ...given, projectRoot: folder, watchFolders: [folder], reporter, serializer };
  const out = join(folder, metro === OldMetro ? "built-by-old" : "built", entry);
  mkdirSync(dirname(out), { recursive: true });
  // Of the two versions, one minifies: to minify the package takes 17 s of the processor.
  await metro.runBuild(config, { entry, out, platform: "android", dev: false, minify: metro === Metro });
  return out;
}

const versionOfMetro = (metro) => (metro === OldMetro ? requireOld : require)("metro/package.json").version;

const onHermes =
  (metro) =>
  async ({ folder }) => {
    const out = await bundle(folder, "programs/hermes.js", { metro });
    const platform = { linux: "linux64-bin", darwin: "osx-bin", win32: "win64-bin" }[process.platform];
    const said = await run(join(folder, "node_modules", "hermes-engine-cli", platform, "hermes"), ["-O", out], {
      quiet: true,
    });
    if (said.trim() !== "passed: no server") throw new Error(said);
    return {
      version: versionOf("hermes-engine-cli"),
      loads: `no-wasm.js, lease/no-wasm.js, by Metro ${versionOfMetro(metro)}`,
    };
  };

/** The whole app of the example can be bundled. It needs a phone to run. */
async function wholeApp({ folder }) {
  await bundle(folder, "example/index.js", { withReactNative: true });
  return {
    version: `React Native ${versionOf("react-native")}`,
    loads: "no-wasm.js, lease/no-wasm.js, lease/http-bundled.js",
  };
}

/** A context of QuickJS with timers, which calls `work`; everything is disposed at the end. */
async function withQuickJS(work) {
  const engine = await getQuickJS();
  const context = engine.newContext();
  try {
    return await work(context);
  } finally {
    context.dispose();
  }
}

/** Runs a script, and returns its value as plain data. */
function evaluate(context, code, name) {
  const result = context.evalCode(code, name);
  if (result.error) throw new Error(JSON.stringify(result.error.consume(context.dump)));
  return result.value.consume(context.dump);
}

/** The app, bundled by esbuild with the condition `react-native`. */
async function bundleByCondition(folder) {
  const entry = join(folder, "programs", "app.js");
  const options = { bundle: true, conditions: ["react-native"], format: "iife", logLevel: "error", write: false };
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  return outputFiles[0].text;
}

/**
 * Runs the app in an engine, which is given by `evaluate` and `runJobs`. Resolves to the source of the app's leases.
 */
async function runApp(folder, code, { evaluate, runJobs }) {
  const answer = handler({
    ...{ format: discord, store: memory(), nodes: [0, 1023], window: 60_000 },
    ...{ authorize: () => "a phone", secret: "s".repeat(32) },
  });
  evaluate(readFileSync(join(folder, "programs", "quickjs.js"), "utf8"), "quickjs.js");
  evaluate(code, "app.js");
  const started = Date.now();
  for (;;) {
    const { done, error, found, asked } = evaluate("turn()");
    if (error) throw new Error(error);
    if (done) return found;
    for (const { number, url, init } of asked) {
      const response = await answer(new Request(url, init));
      const given = [number, response.status, [...response.headers], await response.text()];
      evaluate(`answer(...${JSON.stringify(given)})`);
    }
    // Due functions run in the next turn.
    runJobs();
    if (Date.now() - started > 60_000) throw new Error("it has not ended after 60 s");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function onQuickJS({ folder }) {
  const code = await bundleByCondition(folder);
  const found = await withQuickJS((context) =>
    runApp(folder, code, {
      evaluate: (code, name) => evaluate(context, code, name),
      runJobs() {
        while (context.runtime.hasPendingJob()) context.runtime.executePendingJobs().unwrap();
      },
    }),
  );
  return {
    version: versionOf("quickjs-emscripten"),
    loads: `the same, by esbuild ${esbuild}; leases of ${found}`,
  };
}

/**
 * The app, bundled by the bundler that ignores `exports`: the field `react-native` of package.json leads to the files.
 * QuickJS fails to compile this bundle ("stack underflow"), so V8 runs it, in a context that has nothing but the
 * language.
 */
async function byOldBundler({ folder }) {
  const out = await bundle(folder, "programs/app.js", { metro: OldMetro });
  const context = createContext();
  runInContext("delete globalThis.WebAssembly", context);
  const found = await runApp(folder, readFileSync(out, "utf8"), {
    evaluate: (code, filename) => runInContext(code, context, { filename }),
    runJobs: () => undefined,
  });
  if (found !== "a server") throw new Error(`it has leases of ${found}`);
  return {
    version: process.versions.node,
    loads: `no-wasm.js, lease/no-wasm.js, lease/http-bundled.js, by Metro ${versionOfMetro(OldMetro)}`,
  };
}

/** An app that requires the package: bundlers of React Native find the modules for it, too. */
const required =
  (metro) =>
  async ({ folder }) => {
    const out = await bundle(folder, "programs/required.js", { metro });
    const { setTimeout, clearTimeout } = globalThis;
    const context = createContext({ setTimeout, clearTimeout });
    runInContext("delete globalThis.WebAssembly", context);
    runInContext(readFileSync(out, "utf8"), context, { filename: out });
    const started = Date.now();
    while (context.made.length < 4 && Date.now() - started < 60_000) await new Promise((go) => setTimeout(go, 10));
    if (new Set(context.made).size !== 4 || context.made.some((id) => !/^\d+$/.test(id))) throw new Error(context.made);
    if (/[\da-f]{1000}/.test(readFileSync(out, "utf8"))) throw new Error("the bundle contains the core");
    return { version: process.versions.node, loads: `no-wasm.js, lease/no-wasm.js, by Metro ${versionOfMetro(metro)}` };
  };

/** The script for pages, in an engine that has nothing but the language. */
async function scriptOnQuickJS({ folder }) {
  const read = (...path) => readFileSync(join(folder, ...path), "utf8");
  return withQuickJS((context) => {
    for (const name of ["flakekit.js", "no-wasm.js"])
      evaluate(context, read("node_modules", "flakekit", "umd", name), name);
    evaluate(context, read("programs", "random.js"), "random.js");
    evaluate(context, read("check.mjs").replace(/^export /gm, ""), "check.mjs");
    evaluate(context, "check(flakekit)");
    return { version: versionOf("quickjs-emscripten"), loads: "umd/flakekit.js, umd/no-wasm.js" };
  });
}

export const rows = [
  { where: "Hermes", how: "an app, bundled for React Native", run: onHermes(Metro) },
  { where: "Hermes", how: "an app, bundled for React Native 0.78", run: onHermes(OldMetro) },
  { where: "QuickJS", how: "the same app, bundled by esbuild, leases over HTTP", run: onQuickJS },
  { where: "Node", how: "an app, bundled for React Native 0.78, leases over HTTP", run: byOldBundler },
  { where: "Node", how: "an app that requires, bundled for React Native", run: required(Metro) },
  { where: "Node", how: "an app that requires, bundled for React Native 0.78", run: required(OldMetro) },
  { where: "QuickJS", how: "scripts", run: scriptOnQuickJS },
  { where: "React Native", how: "examples/react-native is bundled", run: wholeApp },
];
