// All the suites: sets up, builds, and runs each; the first that fails ends it.
// With names of suites as arguments, only those: npm test -- lint rust package fuzz page runtimes

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { consumer, installAsUser } from "./consumer.mjs";
import { buildPage } from "./page.mjs";
import { CommandError, main, root, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";

const suites = {
  lint: async () => {
    await step("rustfmt", () => run("cargo", ["fmt", "--all", "--check"]));
    await step("clippy", () =>
      run("cargo", ["clippy", "--workspace", "--all-targets", "--all-features", "--quiet", "--", "-D", "warnings"]),
    );
    await step("clippy on wasm", () =>
      run("cargo", [
        ...[
          "clippy",
          "--workspace",
          "--exclude",
          "flakekit-native",
          "--all-targets",
          "--quiet",
          "--target",
          "wasm32-unknown-unknown",
        ],
        ...["--", "-D", "warnings"],
      ]),
    );
    await step("prettier", () => run("prettier", ["--check", "--log-level", "warn", "."]));
    await step("eslint", () => run("eslint", ["--max-warnings", "0", "."]));
    await step("types of the wrapper", () => run("tsc", ["-p", "."]));
    await step("types of the command", () => run("tsc", ["-p", "pkg-template/src/cli"]));
  },
  rust: () => step("Rust, natively", () => run("cargo", ["test", "--quiet"])),
  package: async () => {
    await step("pack and install the package", installAsUser);
    await step("types as a user's compiler sees them", () => run("tsc", ["-p", "types"], { cwd: consumer }));
    const files = readdirSync(consumer).filter((name) => /\.test\.[cm]js$/.test(name));
    await step("JavaScript", () => run("node", ["--test", "--test-reporter=spec", ...files], { cwd: consumer }));
  },
  fuzz: async () => {
    await step("pack and install the package", installAsUser);
    // The same trials every time: as many as there is time for.
    await step("fuzzers", () => run("node", ["fuzz/run.mjs", "--minutes", "1", "--seed", "1"], { cwd: consumer }));
  },
  page: async () => {
    await buildPage();
    await step("types of the page", () => run("tsc", ["-p", "www"]));
    const files = readdirSync(join(root, "www", "tests")).filter((name) => name.endsWith(".test.mjs"));
    const paths = files.map((name) => join("www", "tests", name));
    await step("the page in a browser", () => run("node", ["--test", "--test-reporter=spec", ...paths]));
  },
  runtimes: () => run("node", ["tests/runtimes/run.mjs"]),
};

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !Object.hasOwn(suites, name));
  if (unknown) throw new CommandError(`there is no suite '${unknown}'; there are ${Object.keys(suites).join(", ")}`);
  await setup();
  await build();
  for (const name of wanted.length > 0 ? wanted : Object.keys(suites)) await suites[name]();
});
