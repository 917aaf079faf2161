// A process that makes IDs: run.mjs starts the process, gives it orders, and disturbs it.
//
// It starts in advance and waits for its first order, so that it can replace a killed process within the same
// millisecond.

import { monotonic, setClocks } from "./lib/clocks.mjs";
import { FlakeError } from "flakekit";
import { Maker, spin } from "./lib/maker.mjs";
import { Random } from "./lib/random.mjs";
import { spacesOf } from "./lib/spaces.mjs";
import { Faults, openStore } from "./lib/stores.mjs";

const { run, folder, connection, kind, seats, window } = JSON.parse(process.argv[2]);
const faults = new Faults(monotonic);
const journal = { folder, run };
const makers = [];
const tellOfIds = () => process.send({ hasIds: true });
let random;
let ended;

/** The orders of the parent. */
const ORDERS = {
  async start({ slot, seed, rates }) {
    random = new Random(seed);
    const [main, ...others] = spacesOf(seats);
    const store = await openStore(kind, connection, { slot, faults, journal });
    [main, others[slot % others.length]].forEach((space, i) => {
      const options = { space, store, window, rate: rates[i], random, faults, note, tellOfIds, journal };
      makers.push(new Maker(options));
    });
    ended = Promise.all(makers.map((maker) => maker.run()));
  },
  /** Blocks the event loop, while IDs are made or not. */
  block({ ms }) {
    const maker = random.pick(makers);
    if (maker.isHolding && random.next() < 0.5) maker.block(ms);
    else spin(ms);
  },
  reopen() {
    random.pick(makers).reopen();
  },
  crash({ point }) {
    faults.crashAt(point);
  },
  clocks({ wall, rate }) {
    setClocks(wall, rate);
  },
  fillDisk({ ms }) {
    faults.fillDisk(ms);
  },
  async quit() {
    for (const maker of makers) maker.close();
    await ended;
    // Its clients may still be connected.
    process.exit(0);
  },
};

/** Tells the parent of an error. Errors that are not the package's end the process. */
function note(error) {
  if (!(error instanceof FlakeError)) throw error;
  process.send({ code: error.code, message: error.message });
}

/** The orders so far. Opening a store takes time. Orders that arrive in this time are carried out afterwards. */
let orders = Promise.resolve();
process.on("message", ({ order, ...rest }) => (orders = orders.then(() => ORDERS[order](rest))));
// The process also ends if the parent has died.
process.on("disconnect", () => process.exit());
process.send({ ready: Date.now() });
