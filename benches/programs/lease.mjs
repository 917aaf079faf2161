// Compares a call under a lease with the same call without one: node programs/lease.mjs <index of the row> <rounds>

import { memory, lease } from "flakekit/lease";
import { discord, numbers, sno, sonyflake, uid60, unhindered } from "../lib/formats.mjs";
import { compare, do_not_optimize } from "../lib/mitata.mjs";

const DAY = 86_400_000;

/** Each row has a format, the options of a generator, and the call. */
export const rows = [
  { name: "discord.next()", format: discord, options: { workerId: 1, processId: 2 }, call: (ids) => ids.next() },
  { name: "snowflakeSI.next()", format: numbers, options: { machineId: 3 }, call: (ids) => ids.next() },
  { name: "uid60.next()", format: uid60, options: {}, call: (ids) => ids.next() },
  { name: "sno.next()", format: sno, options: { partition: 4 }, call: (ids) => ids.next() },
  { name: "sonyflake.next()", format: sonyflake, options: { machineId: 5 }, call: (ids) => ids.next() },
  {
    name: "discord.nextText()",
    format: discord,
    options: { workerId: 1, processId: 2 },
    call: (ids) => ids.nextText(),
  },
  {
    name: "discord.batch(4096)",
    format: discord,
    options: { workerId: 1, processId: 2 },
    call: (ids) => ids.batch(4096),
    settings: { batch_samples: 64 },
  },
];

const [index, rounds] = process.argv.slice(2).map(Number);
if (index >= 0) {
  const { format, options, call, settings } = rows[index];
  const generator = format.generator({ ...options, ...unhindered });
  // A window of a day, so that IDs can lead the clock as far as those of the generator.
  const store = memory();
  // Another epoch, because a lease takes no numbers that a generator of its process has.
  const leased = await lease(format.with({ epoch: "2021-01-01" }), { store, window: DAY, maxLag: DAY, ...unhindered });
  const { ns, baseNs, ratio } = await compare(
    () => do_not_optimize(call(leased)),
    () => do_not_optimize(call(generator)),
    { rounds, workOptions: settings, baseOptions: settings },
  );
  console.log(JSON.stringify({ ns, baseNs, ratio }));
}
