// What the handler of HTTP requests needs of `flakekit/lease`. It is another bundle, so it finds this at `lease` itself.

import { internalsOf, readSpaceTerms } from "./options.js";
import { perform } from "./perform.js";
import { ProtocolClient, readSeat } from "./protocol.js";
import { seatOfId } from "./seat.js";
import { readStore, requiredStore } from "./store.js";
import { Timers } from "./timers.js";

export const leaseInternals = {
  _ProtocolClient: ProtocolClient,
  _Timers: Timers,
  _internalsOf: internalsOf,
  _perform: perform,
  _readSeat: readSeat,
  _readSpaceTerms: readSpaceTerms,
  _readStore: readStore,
  _requiredStore: requiredStore,
  _seatOfId: seatOfId,
};

export type LeaseInternals = typeof leaseInternals;
