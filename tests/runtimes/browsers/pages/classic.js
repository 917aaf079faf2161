// A classic script, as a page from before modules has it; it may make one global and no more.
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  await load("../node_modules/flakekit/umd/flakekit.js");
  const made = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
  if (made.join() !== "flakekit") throw new Error(`the script made these globals: ${made.join(", ")}`);
  return check(globalThis.flakekit);
});

function load(src) {
  return new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: reject }));
  });
}
