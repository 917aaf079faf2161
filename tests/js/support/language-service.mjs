// TypeScript's language service, as editors use it, on programs that import the packed package.

import { join } from "node:path";
import ts from "typescript";
import { project } from "./project.mjs";

/** As strict as a user's project can be, with the types of Node and of pages. */
const OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitReturns: true },
  ...{ module: ts.ModuleKind.NodeNext, moduleDetection: ts.ModuleDetectionKind.Force, target: ts.ScriptTarget.ES2022 },
  ...{ lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"], types: ["node"], skipLibCheck: true },
  ...{ noEmit: true, allowJs: true },
};

/** Files are read once, although each service is asked for them. */
const registry = ts.createDocumentRegistry();

/** The service for programs, which are texts by names such as `a.mts`. They need not exist as files. */
export function serviceFor(programs) {
  const texts = new Map(Object.entries(programs).map(([name, text]) => [join(project, name), text]));
  const textOf = (file) => texts.get(file) ?? ts.sys.readFile(file);
  const host = {
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => project,
    getCompilationSettings: () => OPTIONS,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
    readFile: textOf,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const service = ts.createLanguageService(host, registry);
  const fileOf = (name) => join(project, name);
  return {
    checker: () => service.getProgram().getTypeChecker(),
    source: (name) => service.getProgram().getSourceFile(fileOf(name)),
    /** What the compiler says of a program, a text for each error. */
    errors: (name) =>
      [...service.getSyntacticDiagnostics(fileOf(name)), ...service.getSemanticDiagnostics(fileOf(name))].map(
        ({ messageText, start }) =>
          `${texts.get(fileOf(name)).slice(0, start).split("\n").length}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      ),
    /** What an editor shows at a position of a program, on one line. */
    hover: (name, position) => {
      const info = service.getQuickInfoAtPosition(fileOf(name), position);
      return ts.displayPartsToString(info?.displayParts).replace(/\s+/g, " ");
    },
  };
}
