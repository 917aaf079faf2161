// Writes the programs of entry-checks.mjs: one file each, which imports the names that the program uses.

import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PROGRAMS } from "./entry-checks.mjs";

const here = import.meta.dirname;

/** Exports of the package that are no programs: data, and modules that no bundler imports without a loader. */
const DATA = /\.(wasm|json)$/;

/**
 * Writes the programs that run in a target, `node`, `edge` or `page`, into a folder below that of this file. Each exports `run`,
 * which takes the context of `PROGRAMS`. Resolves to their names and files. Throws if an entry of the built package, or
 * one of its names, is in no program.
 */
export async function writePrograms(folder, target) {
  await checkComplete();
  const wanted = Object.entries(PROGRAMS).filter(([, { notIn = [] }]) => !notIn.includes(target));
  return Promise.all(
    wanted.map(async ([name, { imports }]) => {
      const file = join(folder, `${fileNameOf(name)}.mjs`);
      writeFileSync(file, await programOf(name, imports, checksFrom(folder)));
      return { name, file, path: fileNameOf(name) };
    }),
  );
}

const fileNameOf = (name) => name.replaceAll(/\W/g, "-");

/** The path of the checks from a folder. */
const checksFrom = (folder) => relative(folder, join(here, "entry-checks.mjs")).replaceAll(sep, "/");

async function programOf(name, imports, checks) {
  const entries = await Promise.all(
    Object.entries(imports).map(async ([entry, names]) => ({ entry, names: names ?? (await namesOf(entry)) })),
  );
  const lines = entries.map(({ entry, names }, i) => {
    const list = names.map((name) => `${name} as ${name}${i}`).join(", ");
    return `import { ${list} } from "flakekit${entry.slice(1)}";`;
  });
  const modules = entries.map(({ entry, names }, i) => {
    return `  ${JSON.stringify(entry)}: { ${names.map((name) => `${name}: ${name}${i}`).join(", ")} },`;
  });
  return `import { PROGRAMS } from "${checks}";
${lines.join("\n")}

const modules = {
${modules.join("\n")}
};

export const run = async (context) => PROGRAMS[${JSON.stringify(name)}].run(modules, context);
`;
}

/**
 * The public names of an entry: the names that it exports to programs, without the names that it exports to other
 * entries.
 */
async function namesOf(entry) {
  const names = Object.keys(await import(`flakekit${entry.slice(1)}`));
  return names.filter((name) => !["engine", "internals", "default", "module.exports"].includes(name));
}

async function checkComplete() {
  const description = join(here, "node_modules", "flakekit", "package.json");
  const { exports } = JSON.parse(readFileSync(description, "utf8"));
  const used = Object.values(PROGRAMS).flatMap(({ imports }) =>
    Object.keys(imports).filter((entry) => imports[entry] === undefined),
  );
  const entries = Object.keys(exports).filter((entry) => !DATA.test(entry));
  const missing = entries.filter((entry) => !used.includes(entry));
  const wrong = used.filter((entry) => !entries.includes(entry));
  if (missing.length + wrong.length > 0)
    throw new Error(`tests/runtimes/entry-checks.mjs lacks the entries ${missing}, and has ${wrong}, which are none`);
}
