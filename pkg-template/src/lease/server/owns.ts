// Whether an ID lies in a window that was granted to a caller.

import { HEAD_KEY } from "../../generated/contract.js";
import { callerText } from "./grants.js";
import type { Leasing } from "./steps.js";

export async function owns(leasing: Leasing, id: unknown, caller: string): Promise<boolean> {
  const { internals, store, terms, keys } = leasing;
  const made = terms.seats._seatOf(id);
  if (made === undefined) return false;
  const { key, time } = made;
  const connection = { store, space: terms.space, timers: new internals._Timers() };
  const { records } = await internals._readStore(connection, [key]);
  const record = records.get(key);
  if (typeof record !== "string" || typeof records.get(HEAD_KEY) !== "string") return false;
  const seat = internals._readSeat(key, record);
  if (seat.caller === null || seat.since === undefined) return false;
  const numbers = await keys._callerNumbers(caller);
  return numbers.map(callerText).includes(seat.caller) && seat.since <= time && time < seat.until;
}
