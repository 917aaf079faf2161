// The suites of tests: those of `npm test`, and those that `npm run test:full` adds.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { consumer, installAsUser } from "./consumer.mjs";
import { program } from "./debian.mjs";
import { buildSite } from "./docs.mjs";
import { checkGenerated } from "./generate.mjs";
import { installPage } from "./page.mjs";
import { root, run, step } from "./run.mjs";
import { installServers, installTorture, servers, tortured } from "./servers.mjs";
import { testWasmInChromium, testWasmInNode } from "./wasm-tests.mjs";

const DENY_WARNINGS = ["--", "-D", "warnings"];

const LEASE_MODEL = ["--profile", "model", "--package", "flakekit-lease-model"];

const LEASE_SCALE = ["--profile", "model", "--package", "flakekit-lease-scale"];

/** The suites of `npm test`. They need npm and cargo only. */
export const suites = {
  lint: async () => {
    await step("rustfmt", () => run("cargo", ["fmt", "--all", "--check"]));
    await step("clippy", () => clippy("--all-features"));
    // Native benchmarks, the model checker and the simulation do not compile to wasm, or need not.
    const notInWasm = ["native", "lease-model", "lease-scale"].flatMap((name) => ["--exclude", `flakekit-${name}`]);
    await step("clippy on wasm", () => clippy(...notInWasm, "--target", "wasm32-unknown-unknown"));
    await step("rustdoc", () =>
      run("cargo", ["doc", "--workspace", "--no-deps", "--quiet"], { env: { RUSTDOCFLAGS: "-D warnings" } }),
    );
    await step("prettier", () => run("prettier", ["--check", "--log-level", "warn", "."]));
    await step("eslint", () => run("eslint", ["--max-warnings", "0", "."]));
    await step("types of the wrapper", () => run("tsc", ["-p", "."]));
    await step("types of the stores for Node", () => run("tsc", ["-p", "pkg-template/src/lease"]));
    await step("types of the command", () => run("tsc", ["-p", "pkg-template/src/cli"]));
    await step("imports", () => run("node", ["scripts/imports.mjs"]));
    await step("generated files", checkGenerated);
    await installPage();
    await step("types of the page", () => run("tsc", ["-p", "www"]));
  },
  scripts: () => step("tests of scripts/", () => nodeTests(join("tests", "scripts"))),
  rust: () => step("the Rust suites, natively", () => run("cargo", ["test", "--quiet"])),
  wasm: () => step("the Rust suites, in wasm in Node", testWasmInNode),
  model: async () => {
    await step("the protocol of leases in small worlds", () => run("cargo", ["test", "--quiet", ...LEASE_MODEL]));
    await step("leases of 1000 processes, simulated", () => run("cargo", ["test", "--quiet", ...LEASE_SCALE]));
  },
  package: async () => {
    await step("pack and install the package", installAsUser);
    await step("types as a user's compiler sees them", () => run("tsc", ["-p", "types"], { cwd: consumer }));
    await step("the JavaScript suites", () => nodeTests(".", consumer));
  },
  runtimes: () => runtimes("bundlers", "engines", "tools"),
  fuzz: async () => {
    await step("pack and install the package", installAsUser);
    // The seed is constant, so each run makes the same trials, as many as the time allows.
    await step("fuzzers", () => run("node", ["fuzz/run.mjs", "--minutes", "0.5", "--seed", "1"], { cwd: consumer }));
  },
  torture: async () => {
    await step("pack and install the package", installAsUser);
    await step("leases that are disturbed", () => torture("--minutes", "0.4", "--ids", "100000", "--seats", "8"));
    await step("other tests of leases in processes and threads", () => nodeTests("torture", consumer));
  },
};

/** The suites of `npm run test:full`, each with the programs that it needs: see scripts/debian.mjs. */
export const fullSuites = {
  page: {
    needs: ["CHROMIUM", "FIREFOX", "MINIBROWSER", "WEBKIT_DRIVER", "XVFB"],
    run: async () => {
      await buildSite();
      await step("the page and the documents in browsers", () => nodeTests(join("www", "tests")));
    },
  },
  browsers: { needs: ["CHROMIUM", "FIREFOX", "MINIBROWSER", "XVFB"], run: () => runtimes("browsers") },
  "wasm-chromium": {
    needs: ["CHROMIUM", "CHROMEDRIVER"],
    run: () => step("the Rust suites, in wasm in Chromium", testWasmInChromium),
  },
  shells: {
    needs: ["BASH_PROGRAM", "FISH_PROGRAM", "SCRIPT_PROGRAM", "ZSH_PROGRAM"],
    run: async () => {
      await step("pack and install the package", installAsUser);
      await step("the command in shells and at a terminal", () => nodeTests(join("tests", "shells")));
    },
  },
  servers: {
    needs: ["ETCD", "MARIADB", "MARIADB_INSTALL_DB", "PGBOUNCER", "POSTGRES", "REDIS_SERVER"],
    run: async () => {
      await step("pack and install the package, and the clients of servers", installServers);
      await step("the stores of leases on real servers", () => nodeTests(".", servers));
    },
  },
  faketime: {
    needs: ["FAKETIME_PROGRAM"],
    run: async () => {
      await step("pack and install the package", installAsUser);
      const options = [
        "--minutes",
        "1",
        "--ids",
        "500000",
        "--seats",
        "8",
        "--faketime",
        await program("FAKETIME_PROGRAM"),
      ];
      await step("leases that are disturbed, and whose clocks are wrong", () => torture(...options));
    },
  },
  "torture-servers": {
    needs: ["POSTGRES", "REDIS_SERVER"],
    run: async () => {
      await step("pack and install the package, and the clients of servers", installTorture);
      for (const store of ["redis", "postgres", "sqlite"]) {
        const options = ["--store", store, "--minutes", "0.25", "--ids", "50000", "--children", "8"];
        await step(`leases in ${store} that are disturbed`, () => tortureIn(tortured, "run.mjs", ...options));
      }
      await step("other tests of leases on servers that are disturbed", () => nodeTests("servers", tortured));
    },
  },
};

/** Runs the torture of leases. The seed is constant, so the faults are the same, but not their effects. */
function torture(...options) {
  return tortureIn(consumer, "torture/run.mjs", ...options);
}

function tortureIn(cwd, program, ...options) {
  return run("node", [program, "--seed", "1", ...options], { cwd });
}

function clippy(...options) {
  return run("cargo", ["clippy", "--workspace", "--all-targets", "--quiet", ...options, ...DENY_WARNINGS]);
}

/**
 * How long a test may take, in ms; in Node 20, how long all tests of a file may take. The longest file takes 95 s on two busy
 * processors. Without a limit, a test that waits for ever ends only with the run, and nothing names it.
 */
const TIMEOUT_MS = 600_000;

/** Runs the tests of a folder, which is a path from `cwd`: as many files at a time as there are processors. */
function nodeTests(folder, cwd = root) {
  const files = readdirSync(join(cwd, folder)).filter((name) => /\.test\.[cm]js$/.test(name));
  const paths = files.map((name) => join(folder, name));
  const limits = [`--test-concurrency=${availableParallelism()}`, `--test-timeout=${TIMEOUT_MS}`];
  return run("node", ["--test", ...limits, "--test-reporter=spec", ...paths], { cwd });
}

/** Runs groups of rows of tests/runtimes/. */
function runtimes(...groups) {
  return run("node", [join("tests", "runtimes", "run.mjs"), ...groups]);
}
