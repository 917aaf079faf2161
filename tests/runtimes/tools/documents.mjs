// Rows: the blocks of the documents that import validators and frameworks.

import { blocksFor, runBlock } from "../../../scripts/documents.mjs";

/** What the blocks read from the environment. */
const env = { LEASE_SECRET: "a secret of the tests, with 32 bytes or more" };

export const documents = blocksFor("tests/runtimes/tools").map((block) => ({
  where: "documents",
  how: block.where,
  run: async ({ folder }) => {
    await runBlock(block, { folder, env });
    return {};
  },
}));
