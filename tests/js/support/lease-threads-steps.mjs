// Runs the code of the shared memory step by step: several participants in one thread, in any order.
//
// The code is transformed: its methods become generators that yield before each atomic operation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { bundle } from "./lease-threads.mjs";

/** The class `Records` with small pages and few buckets, whose methods are generators. */
export async function loadSteps(buckets) {
  const url = await bundle("threads/records", { mangleProps: undefined });
  let code = readFileSync(fileURLToPath(url), "utf8");
  for (const [constant, value] of [
    ["PAGE_WORDS = 64", "PAGE_WORDS = 8"],
    ["BUCKETS = 125", `BUCKETS = ${buckets}`],
  ]) {
    assert.ok(code.includes(constant), constant);
    code = code.replace(constant, value);
  }
  const stepped = asGenerators(code);
  return (await import(`data:text/javascript,${encodeURIComponent(stepped)}`)).Records;
}

/** Makes generators of all methods, which yield before each atomic operation, and awaits them where they are called. */
function asGenerators(code) {
  const source = ts.createSourceFile("records.js", code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const names = new Set();
  const collect = (node) => {
    if (ts.isMethodDeclaration(node)) names.add(node.name.text);
    ts.forEachChild(node, collect);
  };
  collect(source);
  const isCallOf = (node, isNamed) =>
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && isNamed(node.expression);
  const isAtomic = (node) => isCallOf(node, ({ expression }) => expression.getText() === "Atomics");
  const isMethodCall = (node) => isCallOf(node, ({ name }) => names.has(name.text));

  const change = ({ factory }) => {
    const star = () => factory.createToken(ts.SyntaxKind.AsteriskToken);
    const inParentheses = (node) => factory.createParenthesizedExpression(node);
    const visit = (isInMethod) => (node) => {
      const isMethod = ts.isMethodDeclaration(node);
      const isWithin = isMethod || (isInMethod && !ts.isFunctionLike(node));
      const changed = ts.visitEachChild(node, visit(isWithin), undefined);
      if (isMethod) {
        const { modifiers, name, parameters, body } = changed;
        const none = undefined;
        return factory.createMethodDeclaration(modifiers, star(), name, none, none, parameters, none, body);
      }
      if (!isAtomic(node) && !isMethodCall(node)) return changed;
      assert.ok(isInMethod, `a step outside of a method: ${node.getText()}`);
      if (isMethodCall(node)) return inParentheses(factory.createYieldExpression(star(), changed));
      return inParentheses(factory.createComma(inParentheses(factory.createYieldExpression()), changed));
    };
    return (root) => ts.visitEachChild(root, visit(false), undefined);
  };
  return ts.createPrinter().printFile(ts.transform(source, [change]).transformed[0]);
}

/** Participants that share one memory. Each makes its calls one after the other; the test decides whose step is next. */
export class World {
  #memory;
  #Records;
  #step = 0;
  /** The calls: what was asked, when, and the answer. */
  history = [];
  participants = [];

  constructor(Records, pages) {
    this.#Records = Records;
    const words = new BigUint64Array(8 * pages);
    // The head: version 1, and no root.
    words[0] = 1n << 24n;
    this.#memory = words.buffer;
  }

  /**
   * Adds a participant that makes these calls: reads, which have `keys`, and swaps. A function makes a call from the
   * answer of the call before.
   */
  add(calls) {
    const readings = { wall: () => 1_000, monotonic: () => 0 };
    this.participants.push(this.#participant(new this.#Records(this.#memory, readings), calls));
    return this;
  }

  *#participant(records, calls) {
    let last;
    for (const given of calls) {
      const call = typeof given === "function" ? given(last) : given;
      const entry = { ...call, start: this.#step, end: Infinity, answer: undefined };
      this.history.push(entry);
      const { keys, key, previous, next, head = null } = call;
      const guard = { head, generation: "0-0", before: Infinity };
      if (keys) entry.answer = (yield* records._read("s", keys)).records;
      else entry.answer = yield* records._swap("s", key, previous, next, guard);
      entry.end = this.#step;
      last = entry.answer;
    }
  }

  /** Lets a participant make up to `count` steps. Returns whether it has more to do. */
  steps(participant, count) {
    for (let i = 0; i < count; i++) {
      this.#step++;
      assert.ok(i < 50_000, "no progress");
      if (this.participants[participant].next().done) return false;
    }
    return true;
  }

  /** Lets a participant make its steps to the end. */
  finish(participant) {
    this.steps(participant, Infinity);
  }

  /** Fails if the answers could not have been given by calls made one after the other, each at one moment. */
  check() {
    const failed = new Set();
    const search = (done, state) => {
      const open = this.history.filter((_, i) => !(done & (1 << i)));
      if (open.every(({ end }) => end === Infinity)) return true;
      const name = `${done} ${JSON.stringify(state)}`;
      if (failed.has(name)) return false;
      const deadline = Math.min(...open.map(({ end }) => end));
      const isPossible = this.history.some((call, i) => {
        if (done & (1 << i) || call.start > deadline) return false;
        const [answer, after] = performed(call, state);
        if (call.end !== Infinity && JSON.stringify(answer) !== JSON.stringify(call.answer)) return false;
        return search(done | (1 << i), after);
      });
      if (!isPossible) failed.add(name);
      return isPossible;
    };
    assert.ok(search(0, {}), JSON.stringify(this.history));
  }
}

/** The answer of a call to a store in this state, and the state after it. */
function performed({ keys, key, previous, next, head = null }, state) {
  if (keys) return [keys.map((name) => state[name] ?? null), state];
  const applies = (state[key] ?? null) === previous && (state.head ?? null) === head;
  return applies ? [true, { ...state, [key]: next }] : [false, state];
}
