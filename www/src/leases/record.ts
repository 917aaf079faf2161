// Records the grants of the store and the IDs of the workers.

import { listSeats } from "flakekit/lease";
import { clockTime } from "../when.ts";
import { type Grant, type Lab, type Member, PAST_MS, now, tell } from "./model.ts";
import { SPACE, format } from "./terms.ts";

/** Records the grant that a worker has just written into the store, by the records of the store. */
export async function recordGrants(lab: Lab, member: Member): Promise<void> {
  const { seats, grantsFrom, now: at } = await listSeats(lab.store, SPACE);
  if (grantsFrom > Math.max(at, lab.grace.until)) {
    lab.grace = { from: at, until: grantsFrom };
    tell(lab, `nobody gets a seat until ${clockTime(grantsFrom)}: until then, forgotten windows may run`);
  }
  for (const { node, owner, from, until } of seats) {
    // A seat without an owner was given back.
    if (owner === null) continue;
    const grant = lab.grants.findLast((grant) => grant.owner === owner && grant.from === from);
    if (grant) extend(grant, until);
    else add(lab, { member, seat: node, owner, from, until });
  }
}

function add(lab: Lab, given: Pick<Grant, "member" | "seat" | "owner" | "from" | "until">): void {
  given.member.isWaiting = false;
  const line = tell(lab, lineOf(given));
  lab.grants = lab.grants.filter(({ until }) => until > now() - PAST_MS);
  lab.grants.push({ ...given, ends: [], times: [], line, hasEnded: false });
}

function extend(grant: Grant, until: number): void {
  if (until <= grant.until) return;
  grant.ends = recent([...grant.ends, grant.until]);
  grant.until = until;
  // A line for each extension would push all other lines out of the log.
  grant.line.text = lineOf(grant);
}

const lineOf = ({ member, seat, until }: Pick<Grant, "member" | "seat" | "until">): string =>
  `worker ${member.number} has seat ${seat} until ${clockTime(until)}`;

const recent = (times: number[]): number[] => times.filter((time) => time > now() - PAST_MS);

/** Counts IDs, looks for repeats, and compares each ID with the seat and the windows of its worker. */
export function recordIds(lab: Lab, member: Member, ids: Float64Array<ArrayBuffer>): void {
  lab.made += ids.length;
  member.made += ids.length;
  lab.repeats += lab.seen.addAll(new Uint16Array(ids.buffer));
  for (const [n, id] of ids.entries()) {
    const { timestamp, machineId } = format.decode(id);
    const grant = lab.grants.findLast(
      ({ member: owner, seat, from, until }) =>
        owner === member && seat === machineId && from <= timestamp && timestamp < until,
    );
    if (!grant) lab.outside += 1;
    else if (n === 0) grant.times = recent([...grant.times, timestamp]);
  }
}

/** Tells which windows have ended. */
export function recordEnds(lab: Lab): void {
  const at = now();
  for (const grant of lab.grants) {
    if (grant.hasEnded || at < grant.until) continue;
    grant.hasEnded = true;
    tell(lab, `the window of worker ${grant.member.number} in seat ${grant.seat} has ended`, grant.until);
  }
}
