// Rows: server frameworks, validators, documents, test runners, TypeScript compilers, and linters of packages.

import { documents } from "./documents.mjs";
import { frameworks } from "./frameworks.mjs";
import { packageLinters } from "./package-linters.mjs";
import { testRunners } from "./test-runners.mjs";
import { compilers } from "./types.mjs";
import { validators } from "./validators.mjs";

export const rows = [...frameworks, ...testRunners, ...compilers, ...packageLinters, ...validators, ...documents];
