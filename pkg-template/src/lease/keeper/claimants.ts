// Makes the claimant for a store or for a server.

import type { LeaseServer } from "../../../types/lease/store.js";
import { FlakeError } from "../../values/index.js";
import type { Engine } from "../../generators/index.js";
import { type AnyStore, type Connection, isServer } from "./connection.js";
import type { ClaimantCore, KeeperCore } from "../protocol/index.js";
import { type SeatClaimant, StoreClaimant } from "./perform.js";
import { ServerClaimant } from "./remote.js";

/** What an entry gives to leases. */
export interface LeaseParts {
  /** The functions of the main entry of the same kind, whose core makes the IDs. */
  readonly _engine: Engine;
  /** The module with the states of keepers. */
  readonly _keeperCore: () => KeeperCore;
  /**
   * Makes the claimant of a store, with the terms as text. `leaseFromServer` lacks this function: without the protocol, the
   * bundle of a page is 15 KiB smaller, gzipped.
   */
  readonly _newClaimant?: (connection: Connection, terms: string) => SeatClaimant;
}

/** The parts for leases of stores and servers. */
export const partsOf = (engine: Engine, protocol: () => ClaimantCore): LeaseParts => ({
  _engine: engine,
  _keeperCore: protocol,
  _newClaimant: (connection, terms) => new StoreClaimant(protocol(), connection, terms),
});

/** Throws if the given store is no server, and the entry leases from servers only. */
export function checkClaimant({ _newClaimant }: LeaseParts, store: AnyStore): void {
  if (isServer(store) || _newClaimant !== undefined) return;
  throw new FlakeError("INVALID_OPTION", "store is no server, and leaseFromServer leases from servers only: use lease");
}

export function newClaimant(
  { _newClaimant }: LeaseParts,
  connection: Connection<AnyStore>,
  { text, layout }: { text: string; layout: string },
): SeatClaimant {
  if (isServer(connection.store)) return new ServerClaimant(connection as Connection<LeaseServer>, layout);
  return (_newClaimant as Required<LeaseParts>["_newClaimant"])(connection as Connection, text);
}
