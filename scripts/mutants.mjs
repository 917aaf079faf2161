// Mutation testing of the core: cargo-mutants changes one expression or function at a time, and the Rust suites must fail.
//   npm run mutants                  the modules of MODULES
//   npm run mutants -- layout text   only these modules of src/
// It exits with 1 if a mutant survives, unless a comment explains that it is equivalent. The comment is above the mutated
// line and names the mutation as cargo-mutants prints it, without " in <function>":
//   // Equivalent mutant `replace | with ^`: the two halves have no bit in common.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CommandError, main, root, run, step } from "./run.mjs";
import { installCrate } from "./setup.mjs";

const VERSION = "27.1.0";

/** The modules that are mutated by default: src/<module>.rs and all of src/<module>/. */
const MODULES = [
  "sequencer",
  "identity",
  "handles",
  "generator",
  "scheme",
  "options",
  "snapshot",
  "layout",
  "lease",
  "leased",
];

/** Each job compiles in its own copy of the tree, of about 300 MB. */
const JOBS = Number(process.env.CARGO_MUTANTS_JOBS) || Math.min(availableParallelism(), 4);

const folder = join(root, "target", "mutants");
const results = join(folder, "mutants.out");

/** cargo-mutants writes each mutant, as one line, to one of these files in `results`. */
const OUTCOMES = ["caught", "missed", "timeout", "unviable"];

/** The paths of a module's files from the root, with slashes, as cargo-mutants prints them. */
function filesOf(module) {
  const files = [`src/${module}.rs`].filter((file) => existsSync(join(root, file)));
  if (existsSync(join(root, "src", module))) {
    const inside = readdirSync(join(root, "src", module), { recursive: true }).map((name) =>
      name.replaceAll("\\", "/"),
    );
    files.push(...inside.filter((name) => name.endsWith(".rs")).map((name) => `src/${module}/${name}`));
  }
  if (files.length === 0) throw new CommandError(`there is no module '${module}' in src/`);
  return files;
}

/** The mutations of a file that comments explain as equivalent, each with the line that it changes. */
function explanationsIn(file) {
  const lines = readFileSync(join(root, file), "utf8").split(/\r?\n/);
  return lines.flatMap((text, at) => {
    const named = text.match(/^\s*\/\/ Equivalent mutants? (`[^`]+`(?:, `[^`]+`)*): \S/)?.[1];
    if (!named) return [];
    const below = lines.slice(at).findIndex((line) => !/^\s*(\/\/.*)?$/.test(line));
    return [...named.matchAll(/`([^`]+)`/g)].map(([, mutation]) => ({ file, line: at + below + 1, mutation }));
  });
}

function explains({ file, line, mutation }, name) {
  const [, mutated, at, what] = name.match(/^(.+?):(\d+):\d+: (.+)$/);
  return mutated === file && Number(at) === line && (what === mutation || what.startsWith(`${mutation} in `));
}

/** The names of the mutants with this outcome so far. */
function read(outcome) {
  const file = join(results, `${outcome}.txt`);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

/** How many mutants there are, or 0 if cargo-mutants has not listed them yet. */
function countMutants() {
  try {
    return JSON.parse(readFileSync(join(results, "mutants.json"), "utf8")).length;
  } catch {
    return 0;
  }
}

/** Prints the progress: on a terminal as one line that changes, elsewhere as a line every 30 s. */
function showProgress() {
  const tty = process.stderr.isTTY;
  let total = 0;
  let begin;
  const show = () => {
    total ||= countMutants();
    const tried = OUTCOMES.reduce((sum, outcome) => sum + read(outcome).length, 0);
    let line = "compiling, and running the tests without a mutant";
    if (tried > 0) {
      begin ??= { tried, time: Date.now() };
      const each = (Date.now() - begin.time) / (tried - begin.tried);
      const left = Number.isFinite(each) ? `, about ${Math.ceil((each * (total - tried)) / 60_000)} min left` : "";
      line = `${tried} of ${total} mutants tried, ${read("missed").length} not noticed${left}`;
    }
    process.stderr.write(tty ? `\r         ${line.padEnd(80)}` : `         ${line}\n`);
  };
  const timer = setInterval(show, tty ? 1000 : 30_000);
  return () => {
    clearInterval(timer);
    if (tty) process.stderr.write(`\r${" ".repeat(89)}\r`);
  };
}

async function tryMutants(files) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A timeout counts as killed. The tests take a second, but a busy machine must not cause a timeout.
  const options = ["--profile", "mutants", "--jobs", JOBS, "--minimum-test-timeout", 30, "--output", folder].map(
    String,
  );
  const chosen = files.flatMap((file) => ["--file", file]);
  // One failure kills a mutant: proptest need not shrink its input, and nobody reads a backtrace.
  const env = { PROPTEST_MAX_SHRINK_ITERS: "0", RUST_BACKTRACE: "0" };
  // Jobs that shared a target directory would run each other's mutants.
  if (JOBS > 1) env.CARGO_TARGET_DIR = undefined;
  const stop = showProgress();
  try {
    // --tests leaves out the examples of the documentation, which take as long to compile as all tests.
    await run("cargo-mutants", ["mutants", ...options, ...chosen, "--", "--tests", "--features", "hidden"], {
      quiet: true,
      env,
    });
  } catch (error) {
    // cargo-mutants also fails if mutants survive, after it has tried all mutants. If it has not tried all, it could
    // not continue.
    const tried = OUTCOMES.reduce((sum, outcome) => sum + read(outcome).length, 0);
    if (tried === 0 || tried < countMutants()) throw error;
  } finally {
    stop();
  }
}

function report(explanations) {
  const [caught, missed, timeouts, unviable] = OUTCOMES.map(read);
  const survivors = missed.filter((name) => !explanations.some((it) => explains(it, name)));
  const wrong = explanations.filter((it) => !missed.some((name) => explains(it, name)));
  for (const name of timeouts) console.log(`timeout   ${name}`);
  for (const name of survivors) console.log(`survived  ${name}`);
  for (const { file, line, mutation } of wrong) {
    console.log(
      `wrong     ${file}:${line}: '${mutation}' is explained as equivalent, but no such mutant survives here`,
    );
  }
  console.log(
    `${caught.length + missed.length + timeouts.length + unviable.length} mutants tried: ${caught.length} killed, ` +
      `${survivors.length} survived, ${missed.length - survivors.length} explained as equivalent, ` +
      `${unviable.length} unviable, ${timeouts.length} timeouts`,
  );
  if (survivors.length + wrong.length > 0) process.exitCode = 1;
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const modules = wanted.length > 0 ? wanted : MODULES;
  const files = modules.flatMap(filesOf);
  await step(`cargo-mutants ${VERSION}`, (progress) =>
    installCrate("cargo-mutants", VERSION, ["cargo-mutants", "mutants"], [], progress),
  );
  await step(`mutants of ${modules.join(", ")}`, () => tryMutants(files));
  report(files.flatMap(explanationsIn));
});
