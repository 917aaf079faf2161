// Loads the package as a classic script. It may define one global only.
import { check } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  await load("../node_modules/flakekit/umd/flakekit.js");
  const made = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
  if (made.join() !== "flakekit") throw new Error(`the script defined these globals: ${made.join(", ")}`);
  return check(globalThis.flakekit);
});

function load(src) {
  return new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: reject }));
  });
}
