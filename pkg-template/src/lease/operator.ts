// What an operator does to a space: lists its seats, frees one, resets the space, changes its terms.

import type * as api from "../../types/lease.js";
import { FlakeError } from "../errors.js";
import { MAX_NODE, MAX_SWAPS, META_KEY } from "../generated/contract.js";
import { readOptions, requiredNumber } from "../values.js";
import { internalsOf, readMigration, readSpace } from "./options.js";
import { carryOut, type Meta, readMeta, readSeat, readSeatKey, seatKey, type View } from "./protocol.js";
import { type Connection, mayHaveSpace, readStore, refusedSwaps, requiredStore, swapInStore } from "./store.js";
import { Timers } from "./timers.js";

/** How many seats are read at a time. */
const PAGE = 1024;

/** Works on a space that exists. The process stays alive until it is done. */
function inSpace<T>(store: unknown, space: unknown, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = { store: requiredStore(store), space: readSpace(space), timers: new Timers() };
  const workIfItExists = async (): Promise<T> => {
    // A read may create the space, such as a directory.
    if (!(await mayHaveSpace(connection))) throw noSpace(connection);
    return work(connection);
  };
  return connection.timers._keepAlive(workIfItExists());
}

function noSpace({ space }: Connection): FlakeError {
  return new FlakeError("SPACE_MISMATCH", `the store has no space '${space}': see the spelling of its name`);
}

export async function listSeats(givenStore: unknown, givenSpace: unknown): Promise<api.SpaceStatus> {
  return inSpace(givenStore, givenSpace, list);
}

async function list(connection: Connection): Promise<api.SpaceStatus> {
  const { view, meta } = await readSpaceMeta(connection, []);
  // If the store may have forgotten windows, nobody has noted it yet.
  const since = meta.generation === view.generation ? meta.since : view.now;
  const seats: api.SeatStatus[] = [];
  for await (const page of seatPages(connection, meta)) {
    for (const [key, record] of page.records) {
      if (key !== META_KEY && record !== null) seats.push(seatStatus(key, record, page.now, meta));
    }
  }
  const window = Math.max(meta.grace, ...meta.sections.map((section) => section.window));
  return {
    space: connection.space,
    now: view.now,
    generation: meta.generation,
    layout: meta.layout,
    grantsFrom: since + window + meta.skew + meta.age,
    clockSkew: meta.skew,
    sections: meta.sections.map(({ first, last, shares, window }) => ({ nodes: [first, last], shares, window })),
    seats,
  };
}

/** Reads the records of these keys, and the space's own. */
async function readSpaceMeta(connection: Connection, keys: readonly string[]): Promise<{ view: View; meta: Meta }> {
  const view = await readStore(connection, keys);
  const record = view.records.get(META_KEY);
  if (typeof record !== "string") throw noSpace(connection);
  return { view, meta: readMeta(record) };
}

/** The records of all seats, page by page. */
async function* seatPages(connection: Connection, { sections }: Meta): AsyncGenerator<View> {
  for (const { first, last, shares } of sections) {
    const count = (last - first + 1) * shares;
    for (let start = 0; start < count; start += PAGE) {
      const length = Math.min(PAGE, count - start);
      const keys = Array.from({ length }, (_, i) => {
        const number = start + i;
        return seatKey(first + Math.floor(number / shares), number % shares);
      });
      yield await readStore(connection, keys);
    }
  }
}

function seatStatus(key: string, record: string, now: number, meta: Meta): api.SeatStatus {
  const { owner, from, until, caller } = readSeat(key, record);
  const [node, share] = readSeatKey(key);
  const section = meta.sections.find(({ first, last }) => node >= first && node <= last);
  const latest = now + Math.max(meta.grace, section?.window ?? 0) + meta.skew;
  // Nobody else gets what a caller of a server has given back.
  const isFree = until <= now || (owner === null && caller === null);
  const state = until > latest ? "ahead" : isFree ? "free" : "held";
  return { node, share, owner, from, until, state };
}

export async function freeSeat(givenStore: unknown, givenSpace: unknown, seat: unknown): Promise<boolean> {
  const options = readOptions("a seat", seat, ["node", "share"]);
  const node = requiredNumber("node", options.node, MAX_NODE);
  const share = requiredNumber("share", options.share ?? 0, MAX_NODE);
  return inSpace(givenStore, givenSpace, (connection) => {
    const read = async (): Promise<View> => (await readSpaceMeta(connection, [seatKey(node, share)])).view;
    return giveOrder(connection, read, (view) => carryOut("free", view, "", [node, share]));
  });
}

export async function resetSpace(givenStore: unknown, givenSpace: unknown): Promise<void> {
  await inSpace(givenStore, givenSpace, (connection) => {
    const read = async (): Promise<View> => (await readSpaceMeta(connection, [])).view;
    return giveOrder(connection, read, (view) => carryOut("reset", view));
  });
}

export async function migrateSpace(format: unknown, given: unknown): Promise<void> {
  const terms = readMigration(internalsOf(format), given);
  await inSpace(terms.store, terms.space, (connection) =>
    giveOrder(
      connection,
      () => readAll(connection),
      (view) => carryOut("migrate", view, terms.text),
    ),
  );
}

/** Reads all records of a space. */
async function readAll(connection: Connection): Promise<View> {
  const { view, meta } = await readSpaceMeta(connection, []);
  const records = new Map(view.records);
  let { now } = view;
  for await (const page of seatPages(connection, meta)) {
    // The clock of the last page bounds the windows of all of them.
    now = page.now;
    for (const [key, record] of page.records) if (key !== META_KEY && record !== null) records.set(key, record);
  }
  return { ...view, now, records };
}

/** Gives an order until it is carried out. Returns whether anything had to be done. */
async function giveOrder(
  connection: Connection,
  read: () => Promise<View>,
  order: (view: View) => ReturnType<typeof carryOut>,
): Promise<boolean> {
  for (let swaps = 0; swaps < MAX_SWAPS; swaps++) {
    const view = await read();
    const { word, lines } = order(view);
    if (word === "done") return false;
    if (await swapInStore(connection, view, lines)) return true;
  }
  throw refusedSwaps(connection);
}
