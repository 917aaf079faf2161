// Loads the entries for engines without WebAssembly by `require`, under their usual names: React Native's condition leads to them.

const flakekit = require("flakekit");
const inspection = require("flakekit/inspect");
const leases = require("flakekit/lease");

if (typeof WebAssembly !== "undefined") throw new Error("there is WebAssembly");
import("../check.mjs").then(async ({ check, checkInspect, checkLeases }) => {
  check(flakekit);
  checkInspect(inspection);
  await checkLeases(flakekit, leases, leases.memory());
  const { report } = await import("./report.mjs");
  report(require.resolve("flakekit"));
});
