// The suites of `npm test`, and the suites that `npm run test:full` adds.
//
// A suite is a row: its `lane` (see lanes.mjs), the programs that it `needs` (see debian.mjs), the function that runs
// it (`run`), and the function that runs its longer form for `npm run test:long` (`long`), if it has one. `files`
// returns the names of its files of tests, if some of the files can be run alone; `run` gets the words that choose
// them.

import { join } from "node:path";
import { consumer, installAsUser, rooms, WITHOUT_WASM } from "../consumer.mjs";
import { program } from "../debian.mjs";
import { buildSite } from "../site/docs.mjs";
import { lint } from "./lint.mjs";
import { nodeTests, testFiles } from "./node-tests.mjs";
import { countTests, write } from "../output.mjs";
import { pythonWith } from "./python.mjs";
import { buildReader } from "./reader.mjs";
import { root, run, step } from "../run.mjs";
import { rustFiles, rustFilter, testRust } from "./rust-tests.mjs";
import { installServers, installTorture, servers, tortured } from "./servers.mjs";
import { testWasmInChromium, testWasmInNode } from "./wasm-tests.mjs";

/** The environment in which each test with a long form runs it. */
const LONG = { FLAKEKIT_LONG: "1" };

/** The suites of `npm test`. They need npm and cargo only. */
export const suites = {
  lint: { lane: "cargo", run: lint },
  rust: {
    lane: "cargo",
    files: () => rustFiles("rust"),
    run: (words) => step("natively", () => testRust([...CORE, ...rustFilter("rust", words)])),
    long: () => step("natively", () => testRust(CORE, LONG)),
  },
  wasm: { lane: "cargo", run: () => step("what may differ in wasm, in Node", testWasmInNode) },
  model: {
    lane: "cargo",
    run: () => step("leases: small worlds, and 1000 simulated processes", () => testRust(MODEL)),
    long: () => step("leases: large worlds", () => run("npm", ["run", "--silent", "check:model"])),
  },
  package: {
    lane: "package",
    files: () => testFiles(join(root, "tests", "js"), rooms),
    run: (words) => packed({ words }),
    long: () => packed({ env: LONG }),
  },
  scripts: {
    lane: "package",
    files: () => testFiles(join(root, "tests", "scripts")),
    run: (words) => tests("tests of scripts/", join("tests", "scripts"), { words }),
  },
  fuzz: { lane: "package", run: () => fuzz("0.2", "--seed", "1"), long: () => fuzz("15") },
  torture: { lane: "package", run: () => tortureFiles(0.2, 40_000), long: () => tortureFiles(10, 3_000_000, LONG) },
  runtimes: { lane: "runtimes", run: () => runtimes(["bundlers", "engines", "frameworks", "no-wasm", "tools"]) },
};

/** The suites of `npm run test:full`. */
export const fullSuites = {
  page: {
    lane: "page",
    needs: ["CHROMIUM_SHELL", "FIREFOX", "MINIBROWSER", "WEBKIT_DRIVER", "XVFB"],
    files: () => testFiles(join(root, "www", "tests")),
    run: (words) => page({ words }),
    long: () => page({ env: LONG }),
  },
  "wasm-chromium": {
    lane: "page",
    needs: ["CHROMIUM", "CHROMEDRIVER"],
    run: () => step("what may differ in wasm, in Chromium", testWasmInChromium),
  },
  browsers: {
    lane: "browsers",
    needs: ["CHROMIUM", "FIREFOX", "MINIBROWSER", "POSTGRES", "XVFB"],
    run: () => runtimes(["browsers", "next"]),
    long: () => runtimes(["browsers", "next"], LONG),
  },
  apps: { lane: "page", needs: ["CHROMIUM"], run: () => runtimes(["apps"]) },
  shells: {
    lane: "page",
    needs: ["BASH_PROGRAM", "FISH_PROGRAM", "SCRIPT_PROGRAM", "ZSH_PROGRAM"],
    files: () => testFiles(join(root, "tests", "shells")),
    run: async (words) => {
      await install();
      await tests("the command in shells and at a terminal", join("tests", "shells"), { words });
    },
  },
  data: {
    lane: "page",
    needs: ["JAVA", "PYTHON"],
    run: async () => {
      await install();
      await step("DuckDB, pandas, polars and Spark, from PyPI", () => pythonWith("data"));
      await tests("docs/data.md", join("tests", "data"));
    },
  },
  servers: {
    lane: "servers",
    needs: ["ETCD", "MARIADB", "MARIADB_INSTALL_DB", "PGBOUNCER", "POSTGRES", "PYTHON", "REDIS_SERVER"],
    files: () => testFiles(join(root, "tests", "servers")),
    run: async (words) => {
      await step("pack and install the package, and the clients of servers", installServers);
      await step("ClickHouse, from PyPI", () => pythonWith("clickhouse"));
      await tests("the stores of leases on real servers", ".", { cwd: servers, words });
    },
  },
  faketime: {
    lane: "page",
    needs: ["FAKETIME_PROGRAM"],
    run: () => wrongClocks(0.4, 200_000),
    long: () => wrongClocks(10, 5_000_000),
  },
  "torture-servers": {
    lane: "servers",
    needs: ["FAKETIME_PROGRAM", "MARIADB", "MARIADB_INSTALL_DB", "POSTGRES", "REDIS_SERVER"],
    run: () => tortureServers(0.4, 50_000),
    long: () => tortureServers(10, 2_000_000, LONG),
  },
};

const CORE = ["--package", "flakekit", "--package", "flakekit-wasm", "--features", "flakekit/hidden"];

const MODEL = ["--profile", "model", "--package", "flakekit-lease-model", "--package", "flakekit-lease-scale"];

function install() {
  return step("pack and install the package", installAsUser);
}

function tests(name, folder, options) {
  return step(name, (onProgress) => nodeTests(folder, { ...options, onProgress }));
}

async function packed({ words = [], env }) {
  await install();
  await step("the program that reads IDs with the Rust crate", buildReader);
  if (words.length === 0) {
    await step("types as a user's compiler sees them", () => run("tsc", ["-p", "types"], { cwd: consumer }));
  }
  await tests("the JavaScript suites", ".", { cwd: consumer, rooms, words, env });
}

async function fuzz(minutes, ...options) {
  await install();
  // With a constant seed, each run makes the same trials, as many as the time allows.
  const given = ["fuzz/run.mjs", "--minutes", minutes, ...options];
  await step("fuzzers", () => run("node", given, { cwd: consumer }));
  await step("fuzzers, without WebAssembly", () => run("node", [WITHOUT_WASM, ...given], { cwd: consumer }));
}

async function tortureFiles(minutes, ids, env) {
  await install();
  await torture(consumer, "leases that are disturbed", minutes, ids, "--seats", "8");
  await tests("other tests of leases in processes and threads", "torture", { cwd: consumer, env });
}

async function wrongClocks(minutes, ids) {
  await install();
  const options = ["--seats", "8", "--faketime", await program("FAKETIME_PROGRAM")];
  await torture(consumer, "leases that are disturbed, and whose clocks are wrong", minutes, ids, ...options);
}

/** The stores are disturbed at the same time: their processes mostly wait, and have folders and ports of their own. */
async function tortureServers(minutes, ids, env) {
  await step("pack and install the package, and the clients of servers", installTorture);
  const disturb = (store) =>
    torture(tortured, `leases in ${store} that are disturbed`, minutes, ids, "--store", store, "--children", "8");
  await Promise.all([
    ...["redis", "postgres", "mysql", "sqlite"].map(disturb),
    tests("other tests of leases on servers that are disturbed", "servers", { cwd: tortured, env }),
  ]);
}

/**
 * Runs the torture of leases in a project. The seed is constant, so each run makes the same faults, but their effects
 * differ. The output of a torture is printed at its end, because several tortures can run at the same time.
 */
function torture(project, name, minutes, ids, ...options) {
  const program = project === consumer ? "torture/run.mjs" : "run.mjs";
  const amount = ["--minutes", minutes, "--ids", ids].map(String);
  return step(name, async (progress) => {
    // A line counts the IDs, then the faults.
    const onOutput = (text) => progress(text.trim().split("\n").at(-1).split(";")[0]);
    write(await run("node", [program, "--seed", "1", ...amount, ...options], { cwd: project, quiet: true, onOutput }));
  });
}

async function page({ words, env }) {
  await buildSite();
  await tests("the page and the documents in browsers", join("www", "tests"), { words, env });
}

/** Runs groups of rows of tests/runtimes/. */
function runtimes(groups, env) {
  return step(`rows of ${groups.join(", ")}`, async (progress) => {
    let output = "";
    const onOutput = (text) => {
      output += text;
      progress(`${output.match(ROW)?.length ?? 0} steps`);
    };
    await run("node", [join("tests", "runtimes", "run.mjs"), ...groups], { env, onOutput });
    const count = Number(output.match(/^(\d+) rows passed$/m)?.[1]);
    countTests(count);
    return `${count} rows`;
  });
}

/** The line that `step` prints about a row. */
const ROW = /^ *\d+\.\d s {2}/gm;
