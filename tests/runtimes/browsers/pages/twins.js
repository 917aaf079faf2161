import { report } from "./report.js";

const ROUNDS = 10_000;

report(() => {
  const { twins } = globalThis;
  const made = new Set();
  for (let i = 0; i < ROUNDS; i++) for (const { ids } of twins) made.add(ids.next());
  if (made.size !== twins.length * ROUNDS) {
    throw new Error(`of ${twins.length * ROUNDS} IDs of ${twins.length} bundles only ${made.size} differ`);
  }
  return { twins: twins.length, oneError: new Set(twins.map(({ FlakeError }) => FlakeError)).size === 1 };
});
