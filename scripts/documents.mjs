// The documents and their blocks of code, which the tests run.
//
// A block whose first line is the name of a file, `// name.mjs`, `// name.ts` or `# name.py`, is this file of an example: tests
// write the file and use it. If the name is a path, `// examples/orms/drizzle.mjs`, the block is an excerpt of this file, and a
// line `// …` stands for lines that it leaves out. Any other block of JavaScript or TypeScript runs by itself, in the suite that
// has the packages that it imports. The types of TypeScript are only removed before it runs:
// tests/runtimes/tools/documents.mjs checks the types of all blocks and of the examples.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "./run.mjs";

/**
 * The projects that run blocks, each with the packages that its blocks may import beside flakekit and Node's modules.
 */
const PROJECTS = {
  "tests/js": [],
  "tests/runtimes/tools": packagesOf("tests/runtimes/tools"),
  // The Node 24 of this project has node:sqlite, which Node 20 does not have.
  "tests/servers": ["node:sqlite", ...packagesOf("tests/servers")],
};

function packagesOf(folder) {
  return Object.keys(JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")).devDependencies);
}

/** The paths of the READMEs that explain folders. DESIGN.md ends with their list. */
export function readmes() {
  const design = readFileSync(join(root, "DESIGN.md"), "utf8");
  return Array.from(design.matchAll(/^- \[[^\]]+\/\]\((\S+\/README\.md)\)/gm), ([, path]) => path);
}

/** The paths of the documents, from the root of the repository, with `/`. */
export function documents() {
  const below = (folder, ending) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith(ending))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .sort();
  const guides = [...below("docs", ".md"), ...below("examples", ".md")];
  const others = [...guides, ...readmes(), ...below("pkg-template/types", ".d.ts")];
  return ["README.md", "PLATFORM.md", "DESIGN.md", "COMPARE.md", ...others];
}

/**
 * The blocks in one of these languages, `ts` or `js|ts`, of a document: the place of each block, its code, and its name
 * if it is a file.
 */
export function blocksOf(document, languages) {
  const text = readFileSync(join(root, document), "utf8").replaceAll("\r\n", "\n");
  // In declarations, blocks stand in comments, which may be indented.
  const margin = document.endsWith(".d.ts") ? " +\\* ?" : "";
  const fence = new RegExp(`^${margin}\`\`\`(${languages})\\n([^]*?)^${margin}\`\`\`$`, "gm");
  return [...text.matchAll(fence)].map(({ 1: language, 2: inside, index }) => {
    const code = inside.replace(new RegExp(`^${margin}`, "gm"), "");
    return {
      where: `${document}:${text.slice(0, index).split("\n").length}`,
      document,
      language,
      code,
      name: code.match(/^(?:\/\/|#) (\S+\.(?:mjs|ts|py))\n/)?.[1],
    };
  });
}

/** The blocks of code of all documents. */
export function allBlocks() {
  return documents().flatMap((document) => blocksOf(document, "js|ts"));
}

/** Whether a block is a part of a file in `examples/`. */
export const isExcerpt = ({ name }) => name?.includes("/") ?? false;

/** The first lines of an excerpt that its file does not have where the excerpt has them, indented or not; or undefined. */
export function excerptFault({ where, name, code }) {
  const linesOf = (text) => `\n${text.replace(/^ +/gm, "")}`;
  const file = linesOf(readFileSync(join(root, name), "utf8").replaceAll("\r\n", "\n"));
  let from = 0;
  for (const part of code.slice(code.indexOf("\n") + 1).split(/^ *\/\/ …\n/m)) {
    const at = file.indexOf(linesOf(part), from);
    if (at < 0) return `${where}: ${name} has no\n${part}`;
    from = at + linesOf(part).length - 1;
  }
  return undefined;
}

/** The files of a document, or of a folder of `examples/`, in the form of blocks. */
function filesOf(source) {
  if (/\.(md|ts)$/.test(source))
    return blocksOf(source, "js|ts").filter((block) => block.name !== undefined && !isExcerpt(block));
  return readdirSync(join(root, source))
    .filter((name) => /\.(mjs|ts)$/.test(name))
    .map((name) => {
      const where = `${source}/${name}`;
      const code = readFileSync(join(root, where), "utf8").replaceAll("\r\n", "\n");
      return { where, document: source, language: name.endsWith(".ts") ? "ts" : "js", code, name };
    });
}

/** The examples in TypeScript, without those that need a bundler of their own. */
export const typedExamples = () =>
  ["frameworks", "production", "vitest", "workers/src"].flatMap((folder) => filesOf(`examples/${folder}`));

/** The blocks of all documents that run by themselves in a project. */
export function blocksFor(project) {
  const all = allBlocks();
  return all.filter((block) => block.name === undefined && projectOf(block) === project);
}

/** The first project that has all packages that a block imports. */
function projectOf({ code, where }) {
  const imported = [...code.matchAll(/^(?:import|export) [^;]*?"([^".][^"]*)";$/gm)]
    .map(([, name]) => name)
    .filter((name) => name === "node:sqlite" || !/^(node:|flakekit(\/|$))/.test(name))
    .map((name) => (name.startsWith("node:") ? name : name.match(/^(@[^/]+\/)?[^/]+/)[0]));
  const project = Object.keys(PROJECTS).find((name) => imported.every((one) => PROJECTS[name].includes(one)));
  if (project === undefined) throw new Error(`${where}: no project of tests has all of ${imported.join(", ")}`);
  return project;
}

/**
 * Writes the files of a document, or of a folder of `examples/`, into a folder, `name.ts` as `name.js`; returns their URLs
 * by name.
 */
export function writeFiles(source, folder) {
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(
    filesOf(source).map((block) => {
      const file = join(folder, block.name.replace(/\.ts$/, ".js"));
      writeFileSync(file, withoutTypes(block));
      return [block.name, pathToFileURL(file).href];
    }),
  );
}

/** Writes the files of TypeScript of a document, or of a folder of `examples/`, into a folder, without changes. */
export function writeTypeScript(source, folder) {
  mkdirSync(folder, { recursive: true });
  const files = filesOf(source).filter(({ language }) => language === "ts");
  for (const { name, code } of files) writeFileSync(join(folder, name), code);
}

/** The code of a block as JavaScript. Imports of `./name.ts` are of `./name.js`. */
function withoutTypes({ code, language }) {
  if (language === "js") return code;
  const { ESNext: module } = ts.ModuleKind;
  const compilerOptions = {
    module,
    target: ts.ScriptTarget.ES2022,
    rewriteRelativeImportExtensions: true,
    // The decorators of NestJS.
    experimentalDecorators: true,
  };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}

/**
 * The code of a block, which fails if a value differs from the one after its arrow: `expression; // → value`. The value
 * is compared as consoles show it, because documents write results of `decode` in this way.
 */
export function checkedCode({ code, where, language = "js" }) {
  let claims = 0;
  const checked = code.replace(/^(.+?);? \/\/ → (.+)$/gm, (_, expression, value) => {
    claims += 1;
    return `equalsDocumented(documented(${expression}), ${value});`;
  });
  const arrows = code.split("→").length - 1;
  if (claims !== arrows) throw new Error(`${where}: ${claims} of ${arrows} arrows follow an expression on their line`);
  const show = 'value?.[Symbol.for("nodejs.util.inspect.custom")]?.() ?? value';
  return `import { deepEqual as equalsDocumented } from "node:assert/strict";\nconst documented = (value) => ${show};\n${withoutTypes({ code: checked, language })}`;
}

/**
 * Runs a block as a module of the project in `folder`, in a process of its own, whose working directory is new. Rejects with
 * the output if the process fails.
 *
 * @param node - the program and its options
 * @param end - code after the block, such as code that ends the process while connections are open
 */
export async function runBlock(block, { end = "", ...options }) {
  await runProgram(block.where, checkedCode(block) + end, options);
}

/** As `runBlock`, but runs several blocks in one process, one after the other. */
export async function runBlocks(blocks, options) {
  const files = blocks.map((block) => writeProgram(block.where, checkedCode(block), options.folder));
  try {
    const imports = files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`);
    await runProgram(blocks[0].document, imports.join(""), options);
  } finally {
    for (const file of files) rmSync(file);
  }
}

function writeProgram(where, code, folder) {
  const file = join(folder, `${where.replace(/[^\w]+/g, "-")}.mjs`);
  writeFileSync(file, code);
  return file;
}

async function runProgram(where, code, { folder, node = [process.execPath], env = {} }) {
  const file = writeProgram(where, code, folder);
  const cwd = mkdtempSync(join(tmpdir(), "flakekit-document-"));
  try {
    const [program, ...options] = node;
    const child = spawn(program, [...options, file], {
      cwd,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    const [code, signal] = await once(child, "close");
    if (code !== 0) throw new Error(`${where} ended with ${code ?? signal}:\n${output}`);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
    rmSync(file);
  }
}
