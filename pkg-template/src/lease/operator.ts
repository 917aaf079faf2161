// The calls of operators: they prepare a space, list its seats, free a seat, reset the space, or change its terms.

import type * as api from "../../types/lease.js";
import { append, FlakeError, readOptions, requiredNumber } from "../values/index.js";
import { MAX_NODE, MAX_SWAPS, HEAD_KEY } from "../generated/contract.js";
import type { Engine } from "../generators/index.js";
import { requiredFormat } from "../ids/index.js";
import { storeFailed } from "./stores/index.js";
import {
  type Connection,
  keysOf,
  mayHaveSpace,
  perform,
  readOrder,
  readStore,
  refusedSwaps,
  requiredStore,
  swapInStore,
  Timers,
} from "./keeper/index.js";
import {
  carryOut,
  type Claimant,
  claimantOfOperator,
  keysIn,
  seatKey,
  seatsAmong,
  seatsOf,
  type LeaseCore,
  type Section,
  type Space,
  spaceOf,
  type View,
} from "./protocol/index.js";
import { readName } from "./terms/index.js";

/** How many seats are read at a time. */
const PAGE = 1024;

/** How many seats are looked for in a store that can't list them. */
const MAX_SEATS = 2 ** 20;

/** A connection to a space, and the complete module of the protocol, which the first call starts. */
interface Target extends Connection {
  readonly core: () => LeaseCore;
}

/** Works on a space that exists. The process stays alive until it is done. */
function inSpace<T>(
  core: () => LeaseCore,
  store: unknown,
  space: unknown,
  work: (connection: Target) => Promise<T>,
): Promise<T> {
  const connection = { core, store: requiredStore(store), space: readName("space", space), timers: new Timers() };
  const workIfItExists = async (): Promise<T> => {
    // The store is asked before any read, because a read may create the space, such as its directory.
    if (!(await mayHaveSpace(connection))) throw noSpace(connection);
    return work(connection);
  };
  return connection.timers._keepAlive(workIfItExists());
}

function noSpace({ space }: Connection): FlakeError {
  return new FlakeError("SPACE_MISMATCH", `the store has no space '${space}': see the spelling of its name`);
}

export async function prepareSpace(
  engine: Engine,
  core: () => LeaseCore,
  format: unknown,
  given: unknown,
): Promise<api.PreparedSpace> {
  const { store, space, text } = readOrder(engine, "prepareSpace", requiredFormat(format), given);
  const connection = { store, space, timers: new Timers() };
  return connection.timers._keepAlive(prepare(claimantOfOperator(core(), text), connection));
}

async function prepare(claimant: Claimant, connection: Connection): Promise<api.PreparedSpace> {
  try {
    const { records } = await readStore(connection, []);
    let now = 0;
    const outcome = await perform(claimant, "claim", connection, {
      observe: (reading) => void (now = reading),
      canTake: () => true,
      isSuperseded: () => false,
      usedUntil: 0,
    });
    return { space: connection.space, isNew: records.get(HEAD_KEY) === null, now, grantsFrom: outcome?.time ?? now };
  } finally {
    claimant._close();
  }
}

export async function listSeats(
  core: () => LeaseCore,
  givenStore: unknown,
  givenSpace: unknown,
): Promise<api.SpaceStatus> {
  return inSpace(core, givenStore, givenSpace, list);
}

async function list(connection: Target): Promise<api.SpaceStatus> {
  const { view, space } = await readSpaceHead(connection, []);
  const seats: api.SeatStatus[] = [];
  for await (const page of seatPages(connection, view, space)) {
    for (const { node, share, owner, from, until, state } of seatsOf(connection.core(), page)) {
      append(seats, { node, share, owner, from, until, state });
    }
  }
  seats.sort((one, other) => one.node - other.node || one.share - other.share);
  const { generation, layout, grantsFrom, skew, sections } = space;
  return {
    space: connection.space,
    now: view.now,
    generation,
    layout,
    grantsFrom,
    clockSkew: skew,
    sections: sections.map(({ first, last, shares, window }) => ({ nodes: [first, last], shares, window })),
    seats,
  };
}

/** Reads the records of these keys, and the head. */
async function readSpaceHead(connection: Target, keys: readonly string[]): Promise<{ view: View; space: Space }> {
  const view = await readStore(connection, keys);
  const space = spaceOf(connection.core(), view);
  if (space === undefined) throw noSpace(connection);
  return { view, space };
}

/** The records of all seats that were taken, and perhaps of further seats, page by page. */
async function* seatPages(connection: Target, { records }: View, { sections }: Space): AsyncGenerator<View> {
  const known = await keysOf(connection);
  const pages =
    known === undefined
      ? allSeats(connection.core(), sections)
      : pagesOf(seatsAmong(connection.core(), records.get(HEAD_KEY) as string, known));
  for (const page of pages) yield await readStore(connection, page);
}

function* pagesOf(keys: readonly string[]): Generator<readonly string[], undefined> {
  for (let i = 0; i < keys.length; i += PAGE) yield keys.slice(i, i + PAGE);
}

/** The keys of all seats of sections, page by page, for a store that can't list the seats that were taken. */
function* allSeats(core: LeaseCore, sections: readonly Section[]): Generator<readonly string[], undefined> {
  const countOf = ({ first, last, shares }: Section): number => (last - first + 1) * shares;
  const count = sections.reduce((sum, section) => sum + countOf(section), 0);
  if (count > MAX_SEATS) {
    throw storeFailed(
      `the space has ${count} seats, and its store has no method keysOf: at most ${MAX_SEATS} are looked for one by one`,
    );
  }
  for (const section of sections) {
    for (let start = 0; start < countOf(section); start += PAGE) yield keysIn(core, section, start, PAGE);
  }
}

export async function freeSeat(
  core: () => LeaseCore,
  givenStore: unknown,
  givenSpace: unknown,
  seat: unknown,
): Promise<boolean> {
  const options = readOptions("a seat", seat, ["node", "share"]);
  const node = requiredNumber("node", options.node, MAX_NODE);
  const share = requiredNumber("share", options.share ?? 0, MAX_NODE);
  return inSpace(core, givenStore, givenSpace, (connection) => {
    const read = async (): Promise<View> => (await readSpaceHead(connection, [seatKey(core(), node, share)])).view;
    return giveOrder(connection, read, (view) => carryOut(core(), "free", view, "", [node, share]));
  });
}

export async function resetSpace(core: () => LeaseCore, givenStore: unknown, givenSpace: unknown): Promise<void> {
  await inSpace(core, givenStore, givenSpace, (connection) => {
    const read = async (): Promise<View> => (await readSpaceHead(connection, [])).view;
    return giveOrder(connection, read, (view) => carryOut(core(), "reset", view));
  });
}

export async function migrateSpace(
  engine: Engine,
  core: () => LeaseCore,
  format: unknown,
  given: unknown,
): Promise<void> {
  const terms = readOrder(engine, "migrateSpace", requiredFormat(format), given);
  await inSpace(core, terms.store, terms.space, (connection) =>
    giveOrder(
      connection,
      () => readAll(connection),
      (view) => carryOut(core(), "migrate", view, terms.text),
    ),
  );
}

/** Reads all records of a space. */
async function readAll(connection: Target): Promise<View> {
  const { view, space } = await readSpaceHead(connection, []);
  const records = new Map(view.records);
  let { now } = view;
  for await (const page of seatPages(connection, view, space)) {
    // The last reading counts, because windows on later pages may have been granted after the first reading.
    now = page.now;
    for (const [key, record] of page.records) if (key !== HEAD_KEY && record !== null) records.set(key, record);
  }
  return { ...view, now, records };
}

/** Repeats an order until its swap applies. Returns whether there was anything to swap. */
async function giveOrder(
  connection: Connection,
  read: () => Promise<View>,
  order: (view: View) => ReturnType<typeof carryOut>,
): Promise<boolean> {
  for (let swaps = 0; swaps < MAX_SWAPS; swaps++) {
    const view = await read();
    const swap = order(view);
    if (swap === undefined) return false;
    if (await swapInStore(connection, view, swap)) return true;
  }
  throw refusedSwaps(connection);
}
