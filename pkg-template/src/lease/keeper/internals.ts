// The functions of `flakekit/lease` that the handler of HTTP requests uses. The handler is in another bundle, so it finds them
// as a property of the function `lease`: see `lease-key.ts`.

import { requiredFormat } from "../../ids/index.js";
import { readTerms } from "./options.js";
import { perform } from "./perform.js";
import { layoutOf, Claimant, readSeat, readSeatKey } from "../protocol/index.js";
import { canTake } from "./seat.js";
import { readStore, requiredStore } from "./connection.js";
import { Timers } from "./timers.js";

export const leaseInternals = {
  _Claimant: Claimant,
  _Timers: Timers,
  _canTake: canTake,
  _requiredFormat: requiredFormat,
  _layoutOf: layoutOf,
  _perform: perform,
  _readSeat: readSeat,
  _readSeatKey: readSeatKey,
  _readTerms: readTerms,
  _readStore: readStore,
  _requiredStore: requiredStore,
};

export type LeaseInternals = typeof leaseInternals;
