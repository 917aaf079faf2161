const flakekit = require("flakekit");

test("a required package makes IDs", async () => {
  const { check } = await import("../check.mjs");
  check(flakekit);
});
