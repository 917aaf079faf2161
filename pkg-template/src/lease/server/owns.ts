// Whether an ID lies in a window that was granted to a caller.

import { callerText } from "./grants.js";
import type { Leasing } from "./steps.js";

export async function owns(leasing: Leasing, id: unknown, caller: string): Promise<boolean> {
  const { internals, store, terms, keys } = leasing;
  const made = terms.seats._seatOf(id);
  if (made === undefined) return false;
  const { time, node, share } = made;
  const key = internals._seatKey(node, share);
  const connection = { store, space: terms.space, timers: new internals._Timers() };
  const [seat] = internals._seatsOf(await internals._readStore(connection, [key]));
  if (seat === undefined || seat.caller === null) return false;
  const numbers = await keys._callerNumbers(caller);
  return numbers.map(callerText).includes(seat.caller) && seat.since <= time && time < seat.until;
}
