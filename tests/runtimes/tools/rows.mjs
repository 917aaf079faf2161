// The package in test runners, as compilers see its types, and as those see it who judge packages.

import { judges } from "./judges.mjs";
import { testRunners } from "./test-runners.mjs";
import { compilers } from "./types.mjs";

export const rows = [...testRunners, ...compilers, ...judges];
