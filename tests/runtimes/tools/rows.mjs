// Rows: examples, discord.js, MCP, server frameworks, NestJS, validators, schemas, Temporal, documents, other packages of IDs, test runners, TypeScript
// compilers, and linters of packages.

import { discordBot } from "./discord-bot.mjs";
import { documents } from "./documents.mjs";
import { examples } from "./examples.mjs";
import { frameworks } from "./frameworks.mjs";
import { mcp } from "./mcp.mjs";
import { migrating } from "./migrating.mjs";
import { nest } from "./nest.mjs";
import { packageLinters } from "./package-linters.mjs";
import { temporal } from "./temporal.mjs";
import { testRunners } from "./test-runners.mjs";
import { schemas } from "./schemas.mjs";
import { compilers } from "./types.mjs";
import { validators } from "./validators.mjs";

export const rows = [
  ...examples,
  ...discordBot,
  ...mcp,
  ...frameworks,
  ...nest,
  ...testRunners,
  ...compilers,
  ...packageLinters,
  ...validators,
  ...schemas,
  ...temporal,
  ...documents,
  ...migrating,
];
