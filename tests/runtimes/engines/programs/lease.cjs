// Makes IDs under leases as lease.mjs does, by `require`.

const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const flakekit = require("flakekit");
const leases = require("flakekit/lease");
const { file } = require("flakekit/lease/file");

import("../check.mjs").then(async ({ checkLeases }) => {
  const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
  try {
    await checkLeases(flakekit, leases, leases.memory());
    await checkLeases(flakekit, leases, file(directory));
  } finally {
    rmSync(directory, { recursive: true });
  }
  const { report } = await import("./report.mjs");
  report(require.resolve("flakekit/lease"));
});
