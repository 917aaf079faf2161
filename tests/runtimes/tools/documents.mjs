// Rows: the blocks of the documents that import validators and frameworks; and all blocks and examples of TypeScript, compiled
// together.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allBlocks, blocksFor, isExcerpt, runBlock, typedExamples } from "../../../scripts/documents.mjs";
import { runTool, versionOf } from "./tool.mjs";

/** The environment variables that the blocks read. */
const env = { LEASE_SECRET: "a secret of the tests, with 32 bytes or more" };

const running = blocksFor("tests/runtimes/tools").map((block) => ({
  where: "documents",
  how: block.where,
  run: async ({ folder }) => {
    await runBlock(block, { folder, env });
    return {};
  },
}));

/** As strict as a user's project can be. The types of other packages are not checked. */
const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitOverride: true },
  ...{ noImplicitReturns: true, noUnusedLocals: true, noUnusedParameters: true, verbatimModuleSyntax: true },
  // The decorators of NestJS.
  experimentalDecorators: true,
  ...{ module: "nodenext", moduleDetection: "force", target: "es2022", lib: ["es2023", "esnext.disposable", "dom"] },
  ...{ types: ["node"], skipLibCheck: true, allowImportingTsExtensions: true, noEmit: true },
};

/** Compiles the blocks and the examples, each as a file. The files of all documents are in one folder, because they import each other. */
async function compileBlocks(context) {
  const project = join(context.folder, "documents");
  mkdirSync(project, { recursive: true });
  const blocks = [...allBlocks().filter((block) => block.language === "ts" && !isExcerpt(block)), ...typedExamples()];
  const files = blocks.map(({ name, where }) => name ?? `${where.replace(/[^\w]+/g, "-")}.ts`);
  if (new Set(files).size < files.length) throw new Error(`two blocks are one file: ${files.join(", ")}`);
  for (const [at, { code, where }] of blocks.entries()) writeFileSync(join(project, files[at]), `${code}// ${where}\n`);
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await runTool(context, "typescript-7", ["-p", project]);
  return { version: `TypeScript ${versionOf(context, "typescript-7")}`, loads: `${files.length} files` };
}

export const documents = [
  ...running,
  { where: "documents", how: "types of the blocks and examples of TypeScript", run: compileBlocks },
];
