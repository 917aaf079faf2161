// Each function, method and constant of each entry has an example in its declaration, which editors show. documents.test.mjs and its
// like in other suites run these examples.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { allBlocks } from "../../../scripts/documents.mjs";
import { serviceFor } from "../support/language-service.mjs";
import { installed } from "../support/project.mjs";

/** The types of objects that are given to the package, or that others define: no user of the package calls their methods. */
const OF_OTHERS = ["Aborting", "IdForm", "InstantMembers", "Makes", "NodeRequest", "NodeResponse", "RedisClient"];

/** Constants that exist for the compiler only. */
const NO_VALUES = ["PREFIX", "HIDDEN"];

const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
const entries = Object.keys(exports)
  .filter((path) => !/\.(json|wasm)$/.test(path))
  .map((path) => path.replace(/^\./, "flakekit"));

const program = entries.map((entry, at) => `export * as entry${at} from "${entry}";\n`).join("");
const service = serviceFor({ "entries.mts": program });
const checker = service.checker();

/** Whether a member of an interface or a class is called by users. A class has the example of its constructor. */
const isCalled = (node) =>
  ts.isMethodSignature(node) || ts.isMethodDeclaration(node) || ts.isCallSignatureDeclaration(node);

/** The texts of the tags `@example` of a declaration, or of the one whose documentation it inherits. */
function examplesOf(symbol, node) {
  const ofNode = ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === "example");
  if (ofNode.length > 0) return ofNode.map(({ comment }) => ts.getTextOfJSDocComment(comment));
  const tags = symbol?.getJsDocTags(checker).filter(({ name }) => name === "example") ?? [];
  return tags.map(({ text }) => ts.displayPartsToString(text));
}

/** Everything that users call or import of a symbol: its name, and its examples. */
function* calledOf(name, exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  if (symbol.flags & ts.SymbolFlags.Value && !NO_VALUES.includes(name)) {
    yield { name, examples: symbol.declarations.flatMap((node) => examplesOf(symbol, node)) };
  }
  if (OF_OTHERS.includes(symbol.name)) return;
  for (const node of symbol.declarations) yield* membersOf(name, node);
}

/** The members of a declaration that users call, those of types within it too. */
function* membersOf(name, node) {
  if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) return;
  const members = [];
  const find = (child) => {
    if (isCalled(child)) members.push(child);
    // A type of an argument or of a result is no member.
    else ts.forEachChild(child, find);
  };
  ts.forEachChild(node, find);
  for (const member of members) {
    const symbol = member.symbol ?? member.name?.symbol;
    // The overloads of a method share the example.
    const all = symbol?.declarations ?? [member];
    yield {
      name: `${name}.${member.name?.getText() ?? "()"}`,
      examples: all.flatMap((each) => examplesOf(symbol, each)),
    };
  }
}

/** All of them by their names, each once, although several entries export it. */
const called = new Map();
for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(service.source("entries.mts")))) {
  const module = checker.getAliasedSymbol(exported);
  for (const one of checker.getExportsOfModule(module)) {
    for (const { name, examples } of calledOf(one.name, one)) {
      const known = called.get(name) ?? new Set();
      for (const example of examples) known.add(example.trim());
      called.set(name, known);
    }
  }
}

test("each function, method and constant of each entry has an example", () => {
  assert.equal(entries.length, Object.keys(exports).length - 4);
  assert.ok(called.size > 120, `${called.size} of them`);
  for (const name of ["discord", "generator", "IdGenerator.next", "FormatBase.toText", "Handler.()", "Leased.close"]) {
    assert.ok(called.has(name), name);
  }
  const without = [...called].filter(([, examples]) => examples.size === 0).map(([name]) => name);
  assert.deepEqual(without, []);
});

/** The code of an example: its fenced blocks. */
const codesOf = (example) => [...example.matchAll(/^```(?:js|ts)\n([^]*?)^```$/gm)].map(([, code]) => code);

const examples = [...new Set([...called.values()].flatMap((set) => [...set]))];

test("each example is a block of code, of at most 20 lines, which a suite runs", () => {
  const run = new Set(allBlocks().map(({ code }) => code.trim()));
  for (const example of examples) {
    const codes = codesOf(example);
    assert.ok(codes.length > 0, `no block of js or ts:\n${example}`);
    for (const code of codes) {
      assert.ok(run.has(code.trim()), `no block of the documents:\n${code}`);
      assert.ok(code.split("\n").length <= 21, `${code.split("\n").length} lines:\n${code}`);
    }
  }
});

/** What the compiler says of packages that only other suites have, and of parameters, whose types JavaScript does not state. */
const EXPECTED = /Cannot find (module|package) '(?!flakekit)|Cannot find name 'node:|implicitly has an 'any' type/;

test("the compiler accepts each example", () => {
  const programs = Object.fromEntries(examples.flatMap(codesOf).map((code, at) => [`example-${at}.mts`, code]));
  const compiled = serviceFor(programs);
  const refused = Object.entries(programs).flatMap(([name, code]) => {
    const errors = compiled.errors(name).filter((error) => !EXPECTED.test(error));
    return errors.length > 0 ? [{ code, errors }] : [];
  });
  assert.deepEqual(refused, []);
});
