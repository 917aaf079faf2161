// Copies of the package take turns to make IDs as the same machine, faster than one sequence per tick.
import { report } from "./report.js";

const ROUNDS = 10_000;
const { copies, flakekit } = globalThis;

function errorOf({ discord, generator }) {
  try {
    return generator(discord, { workerId: 99, processId: 0 });
  } catch (error) {
    return error;
  }
}

report(() => {
  const all = [flakekit, ...copies];
  const generators = all.map(({ discord, generator }) => generator(discord, { workerId: 1, processId: 0 }));
  const made = new Set();
  for (let i = 0; i < ROUNDS; i++) for (const ids of generators) made.add(ids.next());
  if (made.size !== all.length * ROUNDS) {
    throw new Error(`of ${all.length * ROUNDS} IDs of ${all.length} copies only ${made.size} differ`);
  }
  const foreign = all.some((one) => all.some((other) => !(errorOf(one) instanceof other.FlakeError)));
  if (foreign) throw new Error("one copy's error is no FlakeError to another");
  return { copies: all.length, ids: made.size };
});
