// Checks whether a version can be released, and lists what would be published:
//   npm run release -- --dry-run   checks, and names what is still to be done
//   npm run release                the same, but refuses if anything is to be done; then tags the commit with the version
// .github/workflows/release.yml publishes when the tag is pushed.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { writeJsr } from "./jsr.mjs";
import { CommandError, main, root, run, step } from "./run.mjs";
import { setup } from "./setup.mjs";
import { printTable } from "./table.mjs";

const BRANCH = "main";

/** The parts of package.json that npm shows beside the README: each field, and what to state in it. */
const SHOWN = {
  description: "one sentence",
  keywords: "the words by which the package is found",
  license: "an SPDX expression",
  repository: 'the public one, as { "type": "git", "url": "git+https://….git" }; npm needs it for the provenance, too',
  homepage: "the address of the documents, or of the repository's README",
  bugs: 'where to report bugs, as { "url": "https://…" }',
  author: 'a name, as "name" or "name <address>"',
};

/** The fields that npm would show empty, as sentences. */
export function emptyOnNpm(description) {
  return Object.entries(SHOWN)
    .filter(([field]) => (description[field]?.length ?? Object.keys(description[field] ?? {}).length) === 0)
    .map(([field, remedy]) => `npm shows no ${field}: pkg-template/package.json must state ${remedy}`);
}

/**
 * The faults of a version (`faults`), and the steps before it can be published (`open`), as sentences.
 *
 * @param versions - the version by the file that states it
 * @param changelog - the text of CHANGELOG.md
 * @param description - package.json of the npm package
 * @param git - the current branch, and the changed files as `git status --short` lists them
 */
export function findings({ versions, changelog, description, git }) {
  const [[first, version], ...others] = Object.entries(versions);
  const faults = others
    .filter(([, other]) => other !== version)
    .map(([file, other]) => `${file} has version ${other}, and ${first} has ${version}: give both the same`);
  const open = [];
  const section = changelog.match(new RegExp(`^## ${version.replaceAll(".", "\\.")} - (.*)$`, "m"));
  if (section === null) open.push(`CHANGELOG.md has no section "## ${version} - <date>": rename "Unreleased"`);
  else if (!/^\d{4}-\d\d-\d\d$/.test(section[1]))
    faults.push(`CHANGELOG.md has the date '${section[1]}': write it as 2024-01-31`);
  open.push(...emptyOnNpm(description));
  if (git.branch !== BRANCH) open.push(`the branch is ${git.branch}: releases are made from ${BRANCH}`);
  if (git.changed !== "") open.push(`files are changed: commit them\n${git.changed}`);
  return { faults, open };
}

/** The files that package.json names as entries, declarations and commands, and that are not among the packed files. */
export function missingFiles(description, packed) {
  const named = (value) => (typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(named));
  const { main, module, types, bin, exports } = description;
  const files = [main, module, types, bin, exports].flatMap(named).map((name) => name.replace(/^\.\//, ""));
  return [...new Set(files)].filter((name) => !packed.includes(name));
}

const read = (path) => readFileSync(join(root, path), "utf8");
const output = async (command, args, options) => (await run(command, args, { quiet: true, ...options })).trim();

async function readState() {
  const description = JSON.parse(read("pkg-template/package.json"));
  const [, crate] = read("Cargo.toml").match(/^\[workspace\.package\]\nversion = "([^"]+)"/m);
  return {
    versions: { "pkg-template/package.json": description.version, "Cargo.toml": crate },
    changelog: read("CHANGELOG.md"),
    description,
    git: {
      branch: await output("git", ["rev-parse", "--abbrev-ref", "HEAD"]),
      changed: await output("git", ["status", "--short"]),
    },
  };
}

/** Checks the tarball that npm would publish. */
async function checkTarball() {
  const [packed] = JSON.parse(await output("npm", ["pack", "--silent", "--dry-run", "--json", join(root, "dist")]));
  const names = packed.files.map(({ path }) => path);
  const missing = missingFiles(JSON.parse(read("dist/package.json")), names);
  if (missing.length > 0) throw new CommandError(`package.json names ${missing.join(", ")}, which npm would not pack`);
  return ["npm", `${packed.name}@${packed.version}`, `${names.length} files, ${kib(packed.size)} packed`];
}

/** Checks the files that JSR would publish. `deno publish` obeys .gitignore, so it runs outside of the repository. */
async function checkJsr(version) {
  const { devDependencies } = JSON.parse(read("tests/runtimes/engines/package.json"));
  const cwd = mkdtempSync(join(tmpdir(), "flakekit-jsr-"));
  try {
    writeJsr(cwd);
    const deno = ["exec", "--yes", "--package", `deno@${devDependencies.deno}`, "--", "deno"];
    const said = await output("npm", [...deno, "publish", "--dry-run", "--allow-dirty"], {
      cwd,
      env: { NO_COLOR: "1" },
    });
    if (/warning\[|error\[/.test(said)) throw new CommandError(said);
    const files = said.match(/^\s+file:/gm)?.length;
    return ["JSR", `${JSON.parse(readFileSync(join(cwd, "jsr.json"), "utf8")).name}@${version}`, `${files} files`];
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** Checks the crate that crates.io would publish: cargo packs the crate, and compiles the packed files. */
async function checkCrate(version, isDirty) {
  const dirty = isDirty ? ["--allow-dirty"] : [];
  const said = await output("cargo", ["publish", "--dry-run", "--package", "flakekit", "--locked", ...dirty]);
  const warnings = said.split("\n").filter((line) => line.startsWith("warning:") && !line.includes("dry run"));
  if (warnings.length > 0) throw new CommandError(said);
  const [, files, size] = said.match(/Packaged (\d+) files, .* \(([^ ]+) compressed\)/);
  return ["crates.io", `flakekit@${version}`, `${files} files, ${size} packed`];
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)}KiB`;
}

async function release(args) {
  const isDryRun = args.length === 1 && args[0] === "--dry-run";
  if (args.length > 0 && !isDryRun) throw new CommandError(`'${args.join(" ")}' is no option; there is --dry-run`);
  const state = await readState();
  const { faults, open } = findings(state);
  if (faults.length > 0) throw new CommandError(faults.join("\n"));
  if (!isDryRun && open.length > 0) throw new CommandError(`not yet:\n- ${open.join("\n- ")}`);
  const { version } = state.description;

  await setup();
  await build();
  const rows = [];
  const check = (name, work) =>
    step(name, async () => {
      const row = await work();
      rows.push(row);
      return row.slice(1).join(", ");
    });
  await check("npm's tarball", checkTarball);
  await check("JSR", () => checkJsr(version));
  await check("the crate", () => checkCrate(version, state.git.changed !== ""));

  console.log(`\n${isDryRun ? "This would be published" : "This will be published"}:\n`);
  printTable([["where", "what", "size"], ...rows]);
  if (open.length > 0) console.log(`\nBefore that:\n- ${open.join("\n- ")}`);
  if (isDryRun) return;
  await run("git", ["tag", "--annotate", `v${version}`, "--message", `flakekit ${version}`]);
  console.log(`\nThe commit has the tag v${version}. To publish it: git push origin v${version}`);
}

if (process.argv[1]?.endsWith("release.mjs")) await main(() => release(process.argv.slice(2)));
