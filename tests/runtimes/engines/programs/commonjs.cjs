// Loads the package by `require`.

const flakekit = require("flakekit");

import("../check.mjs").then(async ({ check }) => {
  check(flakekit);
  const { report } = await import("./report.mjs");
  report(require.resolve("flakekit"));
});
