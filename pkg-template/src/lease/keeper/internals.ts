// What the handler of HTTP requests needs of `flakekit/lease`. It is another bundle, so it finds this at `lease` itself.

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
