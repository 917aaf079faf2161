// Checks of the clock and the generation.

import { HEAD_KEY } from "../../generated/contract.js";
import { type Bench, type Check } from "./bench.js";
import { expectSame, Failure, shown } from "./failure.js";
import type { Watch } from "./watch.js";

export const clockChecks: readonly Check[] = [
  ["now advances", clockAdvances],
  ["durable is the same in all connections", sameDurability],
];

/** Checks of the answers of the whole run. */
export const checksOfRun: readonly Check[] = [
  ["now is a whole number of Unix ms", (bench) => expectNone(bench, ({ _clockIsInvalid }) => _clockIsInvalid)],
  ["now never goes back", (bench) => expectNone(bench, ({ _clockWentBack }) => _clockWentBack)],
  ["all connections have one clock", (bench) => expectNone(bench, ({ _clocksDiffer }) => _clocksDiffer)],
  [
    "the generation is a text of 1 to 1000 printable ASCII characters without spaces",
    (bench) => expectNone(bench, ({ _generationIsInvalid }) => _generationIsInvalid),
  ],
  ["the generation stays the same", (bench) => expectNone(bench, ({ _generationChanged }) => _generationChanged)],
  ["all connections have one generation", (bench) => expectNone(bench, ({ _generationsDiffer }) => _generationsDiffer)],
  ["records stay as the last swap left them", (bench) => bench._expectUnchanged()],
];

async function clockAdvances(bench: Bench): Promise<void> {
  const space = bench._space();
  for (const connection of bench._connections) {
    const read = async (): Promise<number> => (await connection._read(space._name, [HEAD_KEY]))._now;
    const first = await read();
    if (await bench._limits._retry(async () => (await read()) > first)) continue;
    throw new Failure(`now was ${first}, and no answer showed a later time until the time-out`);
  }
}

async function sameDurability(bench: Bench): Promise<void> {
  const [first, ...others] = bench._connections.map(({ _store }) => readDurable(_store.durable));
  for (const other of others) expectSame("durable", other, first);
}

function readDurable(durable: unknown): boolean {
  if (durable === undefined || typeof durable === "boolean") return durable ?? false;
  throw new Failure(`durable is ${shown(durable)}; it must be true, false or missing`);
}

/** Demands that no answer of the run has contradicted the promise. */
async function expectNone(bench: Bench, contradiction: (watch: Watch) => string | undefined): Promise<void> {
  const space = bench._space();
  // Each connection reads here, because earlier checks may have ended early.
  for (const connection of [...bench._connections, ...bench._connections])
    await connection._read(space._name, [HEAD_KEY]);
  const found = contradiction(bench._watch);
  if (found !== undefined) throw new Failure(found);
}
