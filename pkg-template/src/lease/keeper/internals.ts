// The protocol of leases, which most entries bring, and the functions that the handler of HTTP requests uses. The handler is in
// another bundle, so it finds them by a property of the function `lease`: see `lease-key.ts`.

import { requiredFormat } from "../../ids/index.js";
import { Claimant, claimantCore, seatKey, seatsOf, useComplete, useKeeperCore } from "../protocol/index.js";
import { useClaimantOfStore } from "./claimants.js";
import { readStore, requiredStore } from "./connection.js";
import { readTerms } from "./options.js";
import { perform, StoreClaimant } from "./perform.js";
import { canTake } from "./seat.js";
import { Timers } from "./timers.js";

export interface LeaseInternals {
  readonly _Claimant: typeof Claimant;
  readonly _Timers: typeof Timers;
  readonly _canTake: typeof canTake;
  readonly _requiredFormat: typeof requiredFormat;
  readonly _perform: typeof perform;
  readonly _seatKey: typeof seatKey;
  readonly _seatsOf: typeof seatsOf;
  readonly _readTerms: typeof readTerms;
  readonly _readStore: typeof readStore;
  readonly _requiredStore: typeof requiredStore;
  readonly _useComplete: typeof useComplete;
}

let brought: LeaseInternals;

/** Brings the protocol. Each entry calls it when it is loaded, except that of pages, which is smaller without it. */
export function useProtocol(): void {
  useKeeperCore(claimantCore);
  useClaimantOfStore(StoreClaimant);
  brought = {
    _Claimant: Claimant,
    _Timers: Timers,
    _canTake: canTake,
    _requiredFormat: requiredFormat,
    _perform: perform,
    _seatKey: seatKey,
    _seatsOf: seatsOf,
    _readTerms: readTerms,
    _readStore: readStore,
    _requiredStore: requiredStore,
    _useComplete: useComplete,
  };
}

export const internals = (): LeaseInternals => brought;
