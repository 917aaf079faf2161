// Rows: engines without WebAssembly. React Native's bundler makes what they run.

import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { discord } from "flakekit";
import { memory } from "flakekit/lease";
import { handler } from "flakekit/lease/http";
import { build, version as esbuild } from "esbuild";
import Metro from "metro";
import { getQuickJS } from "quickjs-emscripten";
import { writeFiles } from "../../../scripts/documents.mjs";
import { root, run } from "../../../scripts/run.mjs";

const require = createRequire(import.meta.url);
const versionOf = (name) => require(`${name}/package.json`).version;

writeFiles("docs/security.md", join(import.meta.dirname, "programs"));

const example = join(import.meta.dirname, "example");
cpSync(join(root, "examples", "react-native"), example, { recursive: true });

/** Bundles a program with the example's configuration, as an app is bundled. Resolves to the bundle's path. */
async function bundle(folder, entry, { withReactNative = false } = {}) {
  const given = await Metro.loadConfig({ config: join(example, "metro.config.js"), cwd: example });
  const serializer = { ...given.serializer };
  // It starts what is of the phone's system, which these engines don't have.
  if (!withReactNative) serializer.getModulesRunBeforeMainModule = () => [];
  const reporter = { update: () => undefined };
  const config = { ...given, projectRoot: folder, watchFolders: [folder], reporter, serializer };
  const out = join(folder, "built", entry);
  mkdirSync(dirname(out), { recursive: true });
  await Metro.runBuild(config, { entry, out, platform: "android", dev: false, minify: true });
  return out;
}

async function onHermes({ folder }) {
  const out = await bundle(folder, "programs/hermes.js");
  const platform = { linux: "linux64-bin", darwin: "osx-bin", win32: "win64-bin" }[process.platform];
  const said = await run(join(folder, "node_modules", "hermes-engine-cli", platform, "hermes"), ["-O", out], {
    quiet: true,
  });
  if (said.trim() !== "passed: no server") throw new Error(said);
  return {
    version: versionOf("hermes-engine-cli"),
    loads: `no-wasm.js, lease/no-wasm.js, by Metro ${versionOf("metro")}`,
  };
}

/** The whole app of the example can be bundled. It needs a phone to run. */
async function wholeApp({ folder }) {
  await bundle(folder, "example/index.js", { withReactNative: true });
  return {
    version: `React Native ${versionOf("react-native")}`,
    loads: "no-wasm.js, lease/no-wasm.js, lease/http-no-wasm.js",
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

/** The same app, bundled by esbuild, which is told the condition. */
async function bundleByCondition(folder) {
  const entry = join(folder, "programs", "app.js");
  const options = { bundle: true, conditions: ["react-native"], format: "iife", logLevel: "error", write: false };
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  return outputFiles[0].text;
}

async function onQuickJS({ folder }) {
  const code = await bundleByCondition(folder);
  const answer = handler({
    ...{ format: discord, store: memory(), nodes: [0, 1023], window: 60_000 },
    ...{ authorize: () => "a phone", secret: "s".repeat(32) },
  });
  return withQuickJS(async (context) => {
    evaluate(context, readFileSync(join(folder, "programs", "quickjs.js"), "utf8"), "quickjs.js");
    evaluate(context, code, "app.js");
    const started = Date.now();
    for (;;) {
      const { done, error, found, asked } = evaluate(context, "turn()");
      if (error) throw new Error(error);
      if (done)
        return {
          version: versionOf("quickjs-emscripten"),
          loads: `the same, by esbuild ${esbuild}; leases of ${found}`,
        };
      for (const { number, url, init } of asked) {
        const response = await answer(new Request(url, init));
        const given = [number, response.status, [...response.headers], await response.text()];
        evaluate(context, `answer(...${JSON.stringify(given)})`);
      }
      // What is due runs in the next turn.
      while (context.runtime.hasPendingJob()) context.runtime.executePendingJobs().unwrap();
      if (Date.now() - started > 60_000) throw new Error("it has not ended after 60 s");
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
}

/** The script for pages, in an engine that has nothing but the language. */
async function scriptOnQuickJS({ folder }) {
  const read = (...path) => readFileSync(join(folder, ...path), "utf8");
  return withQuickJS((context) => {
    evaluate(context, read("node_modules", "flakekit", "umd", "no-wasm.js"), "no-wasm.js");
    evaluate(context, read("programs", "random.js"), "random.js");
    evaluate(context, read("check.mjs").replace(/^export /gm, ""), "check.mjs");
    evaluate(context, "check(flakekit)");
    return { version: versionOf("quickjs-emscripten"), loads: "umd/no-wasm.js" };
  });
}

export const rows = [
  { where: "Hermes", how: "an app, bundled for React Native", run: onHermes },
  { where: "QuickJS", how: "the same app, bundled by esbuild, leases over HTTP", run: onQuickJS },
  { where: "QuickJS", how: "a script", run: scriptOnQuickJS },
  { where: "React Native", how: "examples/react-native is bundled", run: wholeApp },
];
