// The workers and the store of the view "Leases", and the actions of the buttons.

import { type LeaseStore, lease, memory } from "flakekit/lease";
import { IdSet } from "../id-set.ts";
import { clockTime } from "../when.ts";
import { newWorker } from "../worker.ts";
import type { Order, Report, Start } from "./messages.ts";
import { type Lab, type Member, grantOf, now, tell } from "./model.ts";
import { recordGrants, recordIds } from "./record.ts";
import { TERMS, format } from "./terms.ts";

const FIRST_WORKERS = 3;
export const MOST_WORKERS = 8;
const IDS_AT_FIRST = 50_000;

/** Makes a new store, with a generation that tells it from earlier ones. */
const newStore = (): LeaseStore =>
  memory({ clock: now, generation: crypto.getRandomValues(new Uint32Array(2)).join() });

/** Starts a store and the first workers. */
export function openLab(rate: number): Lab {
  const store = newStore();
  const lab: Lab = {
    store,
    answered: found(store),
    members: [],
    grants: [],
    grace: { from: 0, until: 0 },
    lines: [],
    rate,
    seen: new IdSet(IDS_AT_FIRST, 4),
    made: 0,
    repeats: 0,
    outside: 0,
  };
  for (let n = 0; n < FIRST_WORKERS; n++) addWorker(lab);
  return lab;
}

/**
 * Founds the space by a lease of the page's own, with a store that says that it forgets nothing. The store of the
 * workers does not say this. So leases can use only the first store at once: the page knows that it has forgotten
 * nothing.
 */
async function found(store: LeaseStore): Promise<void> {
  const ids = await lease(format, { ...TERMS, store });
  await ids.close();
}

export function addWorker(lab: Lab): void {
  lab.members.push(start(lab, lab.members.length + 1));
}

function start(lab: Lab, number: number): Member {
  const { port1: port, port2 } = new MessageChannel();
  const thread = newWorker("leases");
  const member: Member = { number, thread, port, blockedBy: undefined, isWaiting: false, made: 0 };
  thread.onerror = ({ message }) => {
    tell(lab, `worker ${number} has failed: ${message || "it could not be started"}`);
    end(member);
  };
  port.onmessage = ({ data, ports: [reply] }: MessageEvent<Report>) => {
    if ("ids" in data) recordIds(lab, member, data.ids);
    else if ("waits" in data) tellWait(lab, member);
    else lab.answered = lab.answered.then(async () => reply?.postMessage(await answer(lab, member, data)));
  };
  thread.postMessage({ port: port2, rate: lab.rate } satisfies Start, [port2]);
  return member;
}

/** Answers a call of the store. */
async function answer(lab: Lab, member: Member, call: Extract<Report, { read: unknown } | { swap: unknown }>) {
  if ("read" in call) return lab.store.read(...call.read);
  const isWritten = await lab.store.swap(...call.swap);
  if (isWritten) await recordGrants(lab, member);
  return isWritten;
}

function tellWait(lab: Lab, member: Member): void {
  if (member.isWaiting) return;
  member.isWaiting = true;
  const reason = now() < lab.grace.until ? "the store may have forgotten windows" : "no seat is free";
  tell(lab, `worker ${member.number} waits: ${reason}`);
}

const order = ({ port }: Member, data: Order) => port.postMessage(data);

export function setRate(lab: Lab, rate: number): void {
  lab.rate = rate;
  for (const member of lab.members) order(member, { rate });
}

/** Pauses a worker, or lets it go on. */
export function pause(lab: Lab, member: Member): void {
  const { number, blockedBy } = member;
  if (blockedBy === undefined) {
    member.blockedBy = URL.createObjectURL(new Blob());
    order(member, { blockedBy: member.blockedBy });
    tell(lab, `worker ${number} is paused`);
  } else {
    unblock(member);
    const rest = grantOf(lab, member) ? "its window still runs" : "its window has ended, so it asks for another one";
    tell(lab, `worker ${number} goes on: ${rest}`);
  }
}

function unblock(member: Member): void {
  if (member.blockedBy !== undefined) URL.revokeObjectURL(member.blockedBy);
  member.blockedBy = undefined;
}

/** Kills a worker, or starts another worker in its place. */
export function kill(lab: Lab, member: Member): void {
  const { number, thread } = member;
  if (thread) {
    end(member);
    const { seat, until } = grantOf(lab, member) ?? {};
    const wait = until === undefined ? "" : `: the store keeps its seat ${seat} until ${clockTime(until)}`;
    tell(lab, `worker ${number} is killed${wait}`);
  } else {
    lab.members[number - 1] = start(lab, number);
    tell(lab, `worker ${number} starts again: it asks for a seat`);
  }
}

function end(member: Member): void {
  member.thread?.terminate();
  member.thread = undefined;
  unblock(member);
}

/** Replaces the store by an empty store, after the store has answered the calls that were sent to it. */
export function forget(lab: Lab): void {
  tell(lab, "the store restarts, and has forgotten everything");
  lab.answered = lab.answered.then(() => (lab.store = newStore()));
}

/** Ends all workers. */
export function closeLab(lab: Lab): void {
  for (const member of lab.members) {
    end(member);
    member.port.close();
  }
}
