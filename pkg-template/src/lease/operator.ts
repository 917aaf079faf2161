// The calls of operators: they list the seats of a space, free one, reset the space, or change its terms.

import type * as api from "../../types/lease.js";
import { FlakeError, readOptions, requiredNumber } from "../values/index.js";
import { MAX_NODE, MAX_SWAPS, HEAD_KEY } from "../generated/contract.js";
import { requiredFormat } from "../ids/index.js";
import { storeFailed } from "./stores/index.js";
import {
  type Connection,
  keysOf,
  mayHaveSpace,
  readMigration,
  readSpace,
  readStore,
  refusedSwaps,
  requiredStore,
  swapInStore,
  Timers,
} from "./keeper/index.js";
import {
  carryOut,
  type Head,
  readHead,
  readSeat,
  readSeatKey,
  seatKey,
  type Section,
  type View,
} from "./protocol/index.js";

/** How many seats are read at a time. */
const PAGE = 1024;

/** How many seats are looked for in a store that can't list them. */
const MAX_SEATS = 2 ** 20;

/** Works on a space that exists. The process stays alive until it is done. */
function inSpace<T>(store: unknown, space: unknown, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = { store: requiredStore(store), space: readSpace(space), timers: new Timers() };
  const workIfItExists = async (): Promise<T> => {
    // Asked before any read, because a read may create the space, such as its directory.
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
  const { view, head } = await readSpaceHead(connection, []);
  // If the generations differ, the store may have forgotten windows, and no lease has written that into the head yet.
  const since = head.generation === view.generation ? head.since : view.now;
  const seats: api.SeatStatus[] = [];
  for await (const page of seatPages(connection, head)) {
    for (const [key, record] of page.records) {
      if (key !== HEAD_KEY && record !== null) seats.push(seatStatus(key, record, page.now, head));
    }
  }
  const window = Math.max(head.grace, ...head.sections.map((section) => section.window));
  return {
    space: connection.space,
    now: view.now,
    generation: head.generation,
    layout: head.layout,
    grantsFrom: since + window + head.skew + head.age,
    clockSkew: head.skew,
    sections: head.sections.map(({ first, last, shares, window }) => ({ nodes: [first, last], shares, window })),
    seats,
  };
}

/** Reads the records of these keys, and the head. */
async function readSpaceHead(connection: Connection, keys: readonly string[]): Promise<{ view: View; head: Head }> {
  const view = await readStore(connection, keys);
  const record = view.records.get(HEAD_KEY);
  if (typeof record !== "string") throw noSpace(connection);
  return { view, head: readHead(record) };
}

/** The records of all seats that were taken, and perhaps of others, page by page. */
async function* seatPages(connection: Connection, { sections }: Head): AsyncGenerator<View> {
  const known = await keysOf(connection);
  const keys = known === undefined ? allSeats(sections) : seatsAmong(known, sections);
  for (let page = take(keys, PAGE); page.length > 0; page = take(keys, PAGE)) yield await readStore(connection, page);
}

function take(keys: Iterator<string>, count: number): string[] {
  const taken: string[] = [];
  while (taken.length < count) {
    const { done, value } = keys.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/** The keys of the seats of sections, by node and share. */
function seatsAmong(keys: readonly string[], sections: readonly Section[]): Iterator<string> {
  return keys
    .filter((key) => key.startsWith("seat "))
    .map((key) => [key, ...readSeatKey(key)] as const)
    .filter(([, node, share]) =>
      sections.some(({ first, last, shares }) => node >= first && node <= last && share < shares),
    )
    .sort(([, node, share], [, other, otherShare]) => node - other || share - otherShare)
    .map(([key]) => key)
    .values();
}

/** The keys of all seats of sections, for a store that can't list those that were taken. */
function* allSeats(sections: readonly Section[]): Generator<string, undefined> {
  const count = sections.reduce((sum, { first, last, shares }) => sum + (last - first + 1) * shares, 0);
  if (count > MAX_SEATS) {
    throw storeFailed(
      `the space has ${count} seats, and its store has no method keysOf: at most ${MAX_SEATS} are looked for one by one`,
    );
  }
  for (const { first, last, shares } of sections) {
    for (let node = first; node <= last; node++) {
      for (let share = 0; share < shares; share++) yield seatKey(node, share);
    }
  }
}

function seatStatus(key: string, record: string, now: number, head: Head): api.SeatStatus {
  const { owner, from, until, caller } = readSeat(key, record);
  const [node, share] = readSeatKey(key);
  const section = head.sections.find(({ first, last }) => node >= first && node <= last);
  const latest = now + Math.max(head.grace, section?.window ?? 0) + head.skew;
  // If a caller of a server has given the seat back, it stays reserved for the caller until the window ends.
  const isFree = until <= now || (owner === null && caller === null);
  const state = until > latest ? "ahead" : isFree ? "free" : "held";
  return { node, share, owner, from, until, state };
}

export async function freeSeat(givenStore: unknown, givenSpace: unknown, seat: unknown): Promise<boolean> {
  const options = readOptions("a seat", seat, ["node", "share"]);
  const node = requiredNumber("node", options.node, MAX_NODE);
  const share = requiredNumber("share", options.share ?? 0, MAX_NODE);
  return inSpace(givenStore, givenSpace, (connection) => {
    const read = async (): Promise<View> => (await readSpaceHead(connection, [seatKey(node, share)])).view;
    return giveOrder(connection, read, (view) => carryOut("free", view, "", [node, share]));
  });
}

export async function resetSpace(givenStore: unknown, givenSpace: unknown): Promise<void> {
  await inSpace(givenStore, givenSpace, (connection) => {
    const read = async (): Promise<View> => (await readSpaceHead(connection, [])).view;
    return giveOrder(connection, read, (view) => carryOut("reset", view));
  });
}

export async function migrateSpace(format: unknown, given: unknown): Promise<void> {
  const terms = readMigration(requiredFormat(format), given);
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
  const { view, head } = await readSpaceHead(connection, []);
  const records = new Map(view.records);
  let { now } = view;
  for await (const page of seatPages(connection, head)) {
    // The last reading counts, because windows on later pages may have been granted after the first one.
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
    const { word, lines } = order(view);
    if (word === "done") return false;
    if (await swapInStore(connection, view, lines)) return true;
  }
  throw refusedSwaps(connection);
}
