// Makes IDs under leases: with a store in memory, and with a directory.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as flakekit from "flakekit";
import * as leases from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { checkLeases } from "../check.mjs";
import { report } from "./report.mjs";

const directory = mkdtempSync(join(tmpdir(), "flakekit-"));
try {
  await checkLeases(flakekit, leases, leases.memory());
  await checkLeases(flakekit, leases, file(directory));
} finally {
  rmSync(directory, { recursive: true });
}
report(import.meta.resolve("flakekit/lease"));
