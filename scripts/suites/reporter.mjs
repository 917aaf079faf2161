// A reporter of node's test runner. It prints a line with the seconds of each file when the file has ended; at the end,
// each failure as a whole, the files without tests, and the number of tests. node-tests.mjs reads these lines.
//
// A file's line comes before its tests are known, because the runner holds back the tests of a file until all earlier files
// have ended.

import { relative, resolve } from "node:path";
import { inspect } from "node:util";

export default async function* report(source) {
  const files = new Map();
  for await (const { type, data } of source) {
    if (data.file === undefined) continue;
    // Some versions of Node name a file by its path from the current directory in some events.
    const path = resolve(data.file);
    const file = files.get(path) ?? { path, tests: 0, skipped: 0, passed: true, output: "", failures: "" };
    files.set(path, file);
    if (type === "test:stdout" || type === "test:stderr") file.output += data.message;
    if (type !== "test:complete") continue;
    if (data.nesting === 0 && resolve(data.name) === path) {
      // The runner counts a file as a test too.
      file.passed = data.details.passed;
      yield line(path, data.details);
    } else {
      add(file, data);
    }
  }
  yield* ending([...files.values()]);
}

function line(path, { passed, duration_ms }) {
  return `${(duration_ms / 1000).toFixed(1).padStart(6)} s    ${relative(".", path)}${passed ? "" : ", FAILED"}\n`;
}

function add(file, { name, line, skip, details: { type, passed, error } }) {
  if (type !== "suite") file.tests++;
  if (skip) file.skipped++;
  if (passed || error?.failureType === "subtestsFailed") return;
  file.failures += `\n✖ ${name} (${relative(".", file.path)}:${line})\n${inspect(error?.cause ?? error)}\n`;
}

function* ending(files) {
  for (const { path, tests, passed, output, failures } of files) {
    if (!passed) yield `\n${relative(".", path)} printed:\n${output}${failures}`;
    else if (tests === 0) yield `${relative(".", path)} has no tests\n`;
  }
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  yield `tests: ${sum("tests")}${sum("skipped") > 0 ? `, skipped: ${sum("skipped")}` : ""}\n`;
}
