// Loads the package by `require`.

const flakekit = require("flakekit");
const inspection = require("flakekit/inspect");

import("../check.mjs").then(async ({ check, checkInspect }) => {
  check(flakekit);
  checkInspect(inspection);
  const { report } = await import("./report.mjs");
  report(require.resolve("flakekit"));
});
