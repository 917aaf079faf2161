// A process that makes IDs ahead of the clock, as many as its window or its lead allows. See restarts.test.mjs.

import { appendFileSync } from "node:fs";
import { batch, FlakeError, snowflakeSI, withOptions } from "flakekit";
import { lease } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { CLOCK_SKEW_MS, WINDOW_MS } from "./spaces.mjs";

/** The most IDs: those of 156 ms of the format. */
const MOST = 40_000;

const AT_ONCE = 1_000;

process.once("message", async ({ directory, path, nodes }) => {
  const ids = await lease(withOptions(snowflakeSI, { epoch: "2024-01-01" }), {
    store: file(directory),
    // Leases of two spaces can repeat each other's IDs, so their nodes must differ.
    space: `nodes ${nodes.join(" to ")}`,
    nodes,
    window: WINDOW_MS,
    clockSkew: CLOCK_SKEW_MS,
    onExhausted: "lead",
    maxLead: 400,
  });
  const made = [await ids.nextAsync()];
  try {
    while (made.length < MOST) made.push(...batch(ids, AT_ONCE));
  } catch (error) {
    if (!(error instanceof FlakeError)) throw error;
  }
  appendFileSync(path, new Float64Array(made));
  process.send(made.length);
});
process.send("waiting");
