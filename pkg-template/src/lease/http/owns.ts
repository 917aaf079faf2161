// Whether an ID lies in a window that was granted to a caller.

import { META_KEY } from "../../generated/contract.js";
import { callerText } from "./grants.js";
import { type Leasing, sectionOf } from "./steps.js";

/** A format, as far as its users know it. */
export interface PublicFormat {
  readonly fields: readonly { readonly name: string; readonly kind: string; readonly bits: number }[];
  isValid(id: unknown): boolean;
  decode(id: unknown): Readonly<Record<string, unknown>>;
}

export async function owns(leasing: Leasing, format: PublicFormat, id: unknown, caller: string): Promise<boolean> {
  if (!format.isValid(id)) return false;
  const decoded = format.decode(id);
  const key = seatKeyOf(leasing, format, decoded);
  if (key === undefined) return false;
  const { internals, store, terms, keys } = leasing;
  const connection = { store, space: terms.space, timers: new internals._Timers() };
  const { records } = await internals._readStore(connection, [key]);
  const record = records.get(key);
  if (typeof record !== "string" || typeof records.get(META_KEY) !== "string") return false;
  const seat = internals._readSeat(key, record);
  if (seat.caller === null || seat.since === undefined) return false;
  const numbers = await keys._callerNumbers(caller);
  const time = decoded["timestamp"] as number;
  return numbers.map(callerText).includes(seat.caller) && seat.since <= time && time < seat.until;
}

/** The key of the seat of an ID, if it is one of the handler's. */
function seatKeyOf(
  { terms }: Leasing,
  format: PublicFormat,
  decoded: Readonly<Record<string, unknown>>,
): string | undefined {
  const { first, last, shares } = sectionOf(terms);
  let node = 0n;
  let share = 0n;
  for (const { name, kind, bits } of format.fields) {
    const number = BigInt((decoded[name] ?? 0) as number);
    if (kind === "node") node = (node << BigInt(bits)) | number;
    if (kind === "sequence") share = (number * BigInt(shares)) >> BigInt(bits);
  }
  return node >= first && node <= last ? `seat ${node}.${share}` : undefined;
}
