// The state of the view "Leases".

import type { LeaseStore } from "flakekit/lease";
import type { IdSet } from "../id-set.ts";

export interface Member {
  /** The worker's number, from 1 on. A restarted worker is another member with the number of the old one. */
  number: number;
  /** The thread; undefined once the worker was killed. */
  thread: Worker | undefined;
  port: MessagePort;
  /** While the worker is paused, the URL whose end it waits for. */
  blockedBy: string | undefined;
  /** Whether the log says that the worker waits for a seat. */
  isWaiting: boolean;
  made: number;
}

/** A seat that a worker has, from the beginning of its first window to the end of its last window. */
export interface Grant {
  member: Member;
  seat: number;
  /** The name of the claim in the store. */
  owner: string;
  from: number;
  until: number;
  /** Where earlier windows ended. */
  ends: number[];
  /** The times of the worker's IDs, one for each report. */
  times: number[];
  /** The line of the log that says until when the worker has the seat. */
  line: Line;
  hasEnded: boolean;
}

/** A line of the log. */
export interface Line {
  at: number;
  text: string;
}

export interface Lab {
  store: LeaseStore;
  /**
   * A promise that settles when the store has answered all calls so far. The store answers one call after the other.
   */
  answered: Promise<unknown>;
  members: Member[];
  grants: Grant[];
  /** When the store began to wait for windows that it may have forgotten, and until when. */
  grace: { from: number; until: number };
  /** The lines of the log, the newest first. */
  lines: Line[];
  rate: number;
  seen: IdSet;
  made: number;
  repeats: number;
  /** How many IDs had a time at which their worker did not have their seat, by the store's records. */
  outside: number;
}

/** How much of the past and of the future is shown, in ms. */
export const PAST_MS = 20_000;
export const FUTURE_MS = 8000;

const LINES = 6;

/** The clock of the store and of the drawing. It never goes back. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Writes a line into the log. */
export function tell(lab: Lab, text: string, at = now()): Line {
  const line = { at, text };
  lab.lines = [line, ...lab.lines].slice(0, LINES);
  return line;
}

/** The seat that a worker has now. */
export const grantOf = ({ grants }: Lab, member: Member, at = now()): Grant | undefined =>
  grants.findLast((grant) => grant.member === member && at < grant.until);

declare module "../state.ts" {
  interface State {
    /** The workers of the view "Leases", while it is shown. */
    lab?: Lab | undefined;
  }
}
