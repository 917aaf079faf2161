// Rows: test runners, TypeScript compilers, and linters of packages.

import { packageLinters } from "./package-linters.mjs";
import { testRunners } from "./test-runners.mjs";
import { compilers } from "./types.mjs";

export const rows = [...testRunners, ...compilers, ...packageLinters];
