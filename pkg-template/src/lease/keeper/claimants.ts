// Makes the claimant for a store or for a server. Pages that lease from a server need no protocol, so the entry brings it.

import type { LeaseServer } from "../../../types/lease/store.js";
import { FlakeError } from "../../values/index.js";
import { type AnyStore, type Connection, isServer } from "./connection.js";
import type { SeatClaimant } from "./perform.js";
import { ServerClaimant } from "./remote.js";

/** Makes the claimant of a store, with the terms as text. */
export type ClaimantOfStore = new (connection: Connection, terms: string) => SeatClaimant;

let ofStore: ClaimantOfStore | undefined;

/** Each entry with the protocol calls it when it is loaded. */
export function useClaimantOfStore(given: ClaimantOfStore): void {
  ofStore = given;
}

/** Throws if it is a store, and no entry has brought the protocol. */
export function checkClaimant(store: AnyStore): void {
  if (isServer(store) || ofStore !== undefined) return;
  throw new FlakeError(
    "INVALID_OPTION",
    "store is no server, and flakekit/lease/http leases from servers only: use lease of flakekit/lease",
  );
}

export function newClaimant(
  connection: Connection<AnyStore>,
  { text, layout }: { text: string; layout: string },
): SeatClaimant {
  if (isServer(connection.store)) return new ServerClaimant(connection as Connection<LeaseServer>, layout);
  return new (ofStore as ClaimantOfStore)(connection as Connection, text);
}
