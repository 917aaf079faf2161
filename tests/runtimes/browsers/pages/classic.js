// Loads the package and inspection as classic scripts. Each may define one global only.
import { check, checkInspect } from "../check.mjs";
import { report } from "./report.js";

report(async () => {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  await load("../node_modules/flakekit/umd/flakekit.js");
  await load("../node_modules/flakekit/umd/inspect.js");
  const made = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
  if (made.join() !== "flakekit,flakekitInspect")
    throw new Error(`the scripts defined these globals: ${made.join(", ")}`);
  checkInspect(globalThis.flakekitInspect);
  return check(globalThis.flakekit);
});

function load(src) {
  return new Promise((resolve, reject) => {
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: reject }));
  });
}
